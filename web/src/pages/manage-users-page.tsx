import { pages } from "@clanhall/contract/pages";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { AdminFrame } from "../features/app-admins/admin-frame.tsx";
import { readUsersAddress, toUsersSearch, type UsersChange } from "../features/users/users-address.ts";
import { UsersSection } from "../features/users/users-section.tsx";

export function ManageUsersPage() {
  const navigate = useNavigate();
  const address = useLocation({ select: ({ search }) => readUsersAddress(search), structuralSharing: true });
  const change = (next: UsersChange) =>
    void navigate({
      to: pages.manageUsers.path,
      search: toUsersSearch({ ...address, ...next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <AdminFrame title="Manage Users" current="users">
      <UsersSection address={address} onChange={change} />
    </AdminFrame>
  );
}
