import { EmptyState } from "../../ui/empty-state.tsx";

export function NobodyYet() {
  return <EmptyState title="No users yet">Whoever signs up will be listed here.</EmptyState>;
}
