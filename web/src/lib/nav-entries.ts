export * from "./shared/nav-entries.ts";
