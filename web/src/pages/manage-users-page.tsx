import { AdminFrame } from "../features/app-admins/frame.tsx";
import { UserList } from "../features/users/list.tsx";

export function ManageUsersPage() {
  return (
    <AdminFrame title="Manage Users" current="users">
      <UserList />
    </AdminFrame>
  );
}
