export * from "./zod-setup.ts";
