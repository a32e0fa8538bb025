export * from "./api-errors.ts";
