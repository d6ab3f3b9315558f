declare module "*.svg" {
  const text: string;
  export default text;
}
declare module "*.css";

// Modules that web/build.mjs makes from games/list and the folders of the games.
declare module "tenka:games" {
  export const boards: Record<string, () => Promise<{ default: import("./game").GameView }>>;
  export const guides: Record<string, () => Promise<{ default: import("./guide").Guide }>>;
  /** The pictures of the start page. */
  export const scenes: string;
}
/** The address of the engine for WebAssembly; "" if it was not built. */
declare module "tenka:engine" {
  const url: string;
  export default url;
}
/** The address of the worker that runs it: check.ts. */
declare module "tenka:check" {
  const url: string;
  export default url;
}
declare module "tenka:words/ja" {
  const catalogue: import("./words").Catalogue;
  export default catalogue;
}
