import type { Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import { readMail } from "./helpers/mailbox.ts";
import { fillSignUp, haveAccount, logOut, newAddress, strictInstallation } from "./helpers/auth.ts";

test("S34 a sign-out leaves nothing of the person behind, here or in another tab @wide", async ({ page, context }) => {
  const { email } = await haveAccount(page);
  await page.goto("/account");
  await expect(page.getByRole("main")).toContainText(email);
  const second = await context.newPage();
  await second.goto("/account");
  await expect(second.getByRole("main")).toContainText(email);
  await logOut(page);
  await expect(second).toHaveURL("/");
  for (const tab of [page, second]) {
    await expect.poll(() => keptBy(tab)).not.toContain(email);
    await expect(tab.getByText(email)).toHaveCount(0);
  }
  const kept = JSON.parse(await keptBy(page)) as Record<string, unknown>;
  expect(kept).toMatchObject({ databases: [], caches: [], cookies: "" });
  expect(JSON.stringify(kept)).not.toMatch(/token|refresh|eyJ/);
  await page.goBack();
  await expect(page).toHaveURL("/");
  await expect(page.getByText(email)).toHaveCount(0);
});

/** Everything the browser keeps for this site. */
function keptBy(page: Page): Promise<string> {
  return page.evaluate(async () =>
    JSON.stringify({
      local: Object.entries(localStorage),
      session: Object.entries(sessionStorage),
      databases: await indexedDB.databases(),
      caches: await caches.keys(),
      cookies: document.cookie,
    }),
  );
}

test.describe("with confirmed addresses", () => {
  // The other site has no picture for the browser's tab.
  test.use({ baseURL: strictInstallation, allowedNoise: /favicon/ });

  test("S61 no link, code or address of a person leaves in an address, and nothing goes to a stranger @wide", async ({
    page,
  }) => {
    const requests: Request[] = [];
    page.on("request", (request) => requests.push(request));
    const email = newAddress();
    await page.goto("/signup?next=/account");
    await fillSignUp(page, email);
    const confirmation = await readMail(page, email, "Confirm your address");
    await page.goto(confirmation.link);
    await page.getByRole("button", { name: "Confirm my address" }).click();
    await expect(page).toHaveURL("/account");
    await expect(page.getByRole("main")).toContainText(email);
    await logOut(page);
    await page.getByLabel("E-mail").fill(email);
    await page.getByRole("link", { name: "Forgot password?" }).click();
    await page.getByRole("button", { name: "Send the link" }).click();
    const recovery = await readMail(page, email, "Choose a new password");
    await page.goto(recovery.link);
    await page.getByRole("button", { name: "Choose a new password" }).click();
    await expect(page.getByLabel("Repeat new password")).toBeVisible();
    await logOut(page);
    await page.getByRole("button", { name: "Continue with Guild ID" }).click();
    await page.getByRole("link", { name: "watched" }).click();
    await expect(page).toHaveURL("/dashboard");

    const provider = `http://127.0.0.1:${process.env.E2E_IDENTITY_PORT}`;
    const secrets = [confirmation, recovery].flatMap(({ link, code }) => [
      new URL(link).searchParams.get("token_hash") ?? "",
      code,
    ]);
    const leaks = new RegExp([...secrets, "owls.example", "token_hash", "[?&]code=", "access_token"].join("|"));
    for (const request of requests) {
      const { origin } = new URL(request.url());
      const isVisit = request.isNavigationRequest();
      expect(isVisit ? [strictInstallation, provider] : [strictInstallation], request.url()).toContain(origin);
      const headers = await request.allHeaders();
      expect(headers.referer ?? "", request.url()).not.toMatch(leaks);
      if (!isVisit) expect(decodeURIComponent(request.url())).not.toMatch(leaks);
      if ("authorization" in headers) {
        const answer = await request.response();
        // The next page cut some requests off: they have no answer that could be kept.
        if (answer) expect(await answer.headerValue("cache-control"), request.url()).toContain("no-store");
      }
    }
  });
});
