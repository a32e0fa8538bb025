export * from "./navigation.ts";
