import { AuthError } from "../auth-error.ts";

export function userNotFound(): AuthError {
  return new AuthError(404, "user_not_found", "User not found");
}
