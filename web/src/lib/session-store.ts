export * from "./stored-session.ts";
