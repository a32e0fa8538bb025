export * from "./shared/create-analytics.ts";
