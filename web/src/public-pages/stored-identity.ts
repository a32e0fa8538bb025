/** Headers that say who is signed in, as the app has left it in this browser. */
export function storedIdentity({ localStorage: stored }: Window): Headers {
  const token = stored.getItem("auth_token");
  return new Headers(
    token ? { authorization: `Bearer ${token}` } : { "x-dev-user-id": stored.getItem("dev_user_id") ?? "" },
  );
}
