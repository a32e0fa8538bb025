import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { ConnectionOverlay } from "./connection.tsx";
import type { AppRouter } from "./router.tsx";

/** The overlay stands outside the router: it must show even while the first page is still being guarded. */
export function App({ queries, router }: { queries: QueryClient; router: AppRouter }) {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <ConnectionOverlay />
    </QueryClientProvider>
  );
}
