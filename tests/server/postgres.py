#!/usr/bin/env python3
"""postgres.py COMMAND...: runs the command with a new PostgreSQL server, whose address is in TENKA_TEST_STORE. Its data are
in a temporary directory, and it listens on a free port of the loopback interface. It is removed afterwards."""
import glob
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

from harness import free_port


def as_postgres(*command):
    """Runs as the user postgres if we are root, because the server refuses to run as root."""
    if os.getuid() == 0:
        command = ("runuser", "-u", "postgres", "--", *command)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, cwd="/")


class Postgres:
    def __init__(self):
        newest = max(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda path: int(path.split("/")[4]))
        self.programs = os.path.dirname(newest)
        self.directory = tempfile.mkdtemp(prefix="tenka-postgres-")
        self.port = free_port()
        if os.getuid() == 0:
            shutil.chown(self.directory, pwd.getpwnam("postgres").pw_name)
        self.data = os.path.join(self.directory, "data")
        as_postgres(self.programs + "/initdb", "-D", self.data, "-U", "tenka", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def start(self):
        as_postgres(self.programs + "/pg_ctl", "-D", self.data, "-w", "-l", self.directory + "/log", "-o",
                    f"-p {self.port} -h 127.0.0.1 -k {self.directory} -c max_connections=50", "start")

    def stop(self, mode="fast"):
        as_postgres(self.programs + "/pg_ctl", "-D", self.data, "-w", "-m", mode, "stop")

    def signal(self, number):
        """Sends the signal to all processes of the database."""
        with open(os.path.join(self.data, "postmaster.pid"), encoding="ascii") as f:
            first = f.readline().strip()
        with open(f"/proc/{first}/task/{first}/children", encoding="ascii") as f:
            processes = [first, *f.read().split()]
        for process in processes:
            try:
                os.kill(int(process), number)
            except ProcessLookupError:
                pass

    def freeze(self):
        """From now on the database is silent: it answers nothing, but its connections stay."""
        self.signal(signal.SIGSTOP)

    def thaw(self):
        self.signal(signal.SIGCONT)

    def address(self, database="postgres"):
        return f"postgres://tenka@127.0.0.1:{self.port}/{database}"

    def database(self, name):
        """A new empty database."""
        as_postgres(self.programs + "/createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "tenka", name)
        return self.address(name)

    def remove(self):
        try:
            self.thaw()
            self.stop("immediate")
        except (subprocess.CalledProcessError, OSError):
            pass
        shutil.rmtree(self.directory, ignore_errors=True)


def main():
    postgres = Postgres()
    try:
        os.environ["TENKA_TEST_STORE"] = postgres.database("tenka_test")
        sys.exit(subprocess.run(sys.argv[1:]).returncode)
    finally:
        postgres.remove()


if __name__ == "__main__":
    main()
