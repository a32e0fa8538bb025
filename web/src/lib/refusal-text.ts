export * from "./error-text.ts";
