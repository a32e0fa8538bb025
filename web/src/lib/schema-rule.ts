export * from "./api-errors.ts";
export * from "./zod-setup.ts";
