import { HomeLink } from "./home-link.tsx";
import { PageMessage } from "./page-message.tsx";

/** For an address without a page, and for what somebody may not know to be there. */
export function NotFound() {
  return (
    <PageMessage title="Not Found" actions={<HomeLink variant="primary" />}>
      There is no page at this address.
    </PageMessage>
  );
}
