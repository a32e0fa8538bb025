import type { ProductConfig } from "@clanhall/contract/config";

/** Says what this installation really does: most run without analytics. */
export function AnalyticsNotice({ analytics }: { analytics: ProductConfig["analytics"] }) {
  return (
    <>
      <h2>Analytics</h2>
      {analytics === null ? (
        <p>
          This installation has no product analytics set up: no analytics code is loaded and nothing is sent. If that
          changes, this section will say so.
        </p>
      ) : (
        <p>
          This installation uses PostHog to learn which pages and buttons are used. The data goes to{" "}
          {new URL(analytics.host).host}. Page views and clicks are recorded, your screen never is. You stay anonymous
          until you sign in and are identified. If your browser sends Do Not Track or Global Privacy Control, the
          analytics code is not even loaded, and you can opt out at any time under Privacy in your account settings.
        </p>
      )}
    </>
  );
}
