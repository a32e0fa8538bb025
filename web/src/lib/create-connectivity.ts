export * from "./connectivity.ts";
