export * from "./auth-rules.ts";
