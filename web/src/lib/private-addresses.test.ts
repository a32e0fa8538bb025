import { expect, test } from "vitest";
import { toPublicAddress, withoutPrivateAddresses } from "./private-addresses.ts";

test.each([
  ["https://clan.example/invite/secret", "https://clan.example/invite/-"],
  ["https://clan.example/invite/secret/more?x=1", "https://clan.example/invite/-/more"],
  ["https://clan.example/scoreboard/secret?embed=1#top", "https://clan.example/scoreboard/-"],
  ["https://clan.example/login?code=secret", "https://clan.example/login"],
  ["https://clan.example/reset-password#access_token=secret", "https://clan.example/reset-password"],
  ["/scoreboard/secret", "/scoreboard/-"],
  ["https://clan.example/scoreboards", "https://clan.example/scoreboards"],
])("%s is told as %s", (address, told) => {
  expect(toPublicAddress(address)).toBe(told);
});

test.each([
  ["Continue as kara.moon+owls@clan.example", "Continue as -"],
  ['a:attr__href="mailto:kara@clan.example"text="Write"', 'a:attr__href="mailto:-"text="Write"'],
  ["https://clan.example/users/kara@clan.example/sessions", "https://clan.example/users/-/sessions"],
  ["The token is clh_Ab-9_x.", "The token is -."],
  ["Bearer eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1In0.c2ln", "Bearer -"],
  ["Raids @ eight", "Raids @ eight"],
])("of the text %s only %s is told", (text, told) => {
  expect(withoutPrivateAddresses({ deep: [text] })).toEqual({ deep: [told] });
});

test("an event keeps its shape and loses every secret, wherever it hides", () => {
  const date = new Date(0);
  const event = {
    event: "$autocapture",
    timestamp: date,
    properties: {
      $current_url: "https://clan.example/invite/secret?code=secret",
      $pathname: "/invite/secret",
      $referrer: "https://clan.example/scoreboard/secret",
      $elements_chain: 'a:attr__href="/invite/secret?x=secret"nth-child="1";div:attr__class="card"',
      $elements: [{ attr__href: "/scoreboard/secret#secret", text: "Open the board?" }],
      $set_once: { $initial_current_url: "https://clan.example/login?code=secret" },
      count: 3,
      nothing: null,
    },
  };
  const told = withoutPrivateAddresses(event);
  expect(JSON.stringify(told)).not.toContain("secret");
  expect(told).toMatchObject({
    timestamp: date,
    properties: { $pathname: "/invite/-", count: 3, nothing: null, $elements: [{ text: "Open the board?" }] },
  });
  expect(told.properties.$elements_chain).toBe('a:attr__href="/invite/-"nth-child="1";div:attr__class="card"');
});
