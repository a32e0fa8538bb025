export * from "./files.ts";
