// Reports results like the other tests: a line 'ok - …' or 'not ok - …' for each test.
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

export default class implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const good = result.status === "passed";
    const verdict = good ? "ok" : result.retry < test.retries ? "# failed at first" : "not ok";
    const seconds = (result.duration / 1000).toFixed(1);
    console.log(`${verdict} - ${test.titlePath().slice(3).join(": ")} # ${seconds} s`);
    if (!good)
      for (const error of result.errors)
        console.log((error.stack ?? error.message ?? "").replace(/^/gm, "# "));
  }

  onError(error: { message?: string }): void {
    console.log(`not ok - the tests could not be run\n# ${error.message ?? ""}`);
  }

  onEnd(result: FullResult): void {
    if (result.status !== "passed") process.exitCode = 1;
  }
}
