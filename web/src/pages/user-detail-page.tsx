import { pages } from "@clanhall/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { AsyncSection } from "../ui/async-section.tsx";
import { AdminFrame } from "../features/app-admins/frame.tsx";
import { AdminLogOfUser } from "../features/audit/log.tsx";
import { UserDetail } from "../features/users/detail.tsx";
import { userQuery } from "../features/users/api.ts";
import { hasStatus } from "../lib/api-errors.ts";
import { NotFound } from "../ui/page-message.tsx";

export function UserDetailPage() {
  const { userId } = useParams({ from: pages.userDetail.path });
  const navigate = useNavigate();
  const user = useQuery(userQuery(userId));
  if (hasStatus(user.error, 400, 404)) return <NotFound />;
  return (
    <AdminFrame key={userId} title={user.data?.display_name ?? "User Detail"} current="users">
      <AsyncSection query={user} what="The user" lines={6}>
        {(loaded) => (
          <>
            <UserDetail user={loaded} onGone={() => void navigate({ to: pages.manageUsers.path, replace: true })} />
            <AdminLogOfUser userId={loaded.id} />
          </>
        )}
      </AsyncSection>
    </AdminFrame>
  );
}
