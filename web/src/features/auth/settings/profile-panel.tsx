import { shownAddress } from "@deskhand/contract/addresses/shown-address";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../lib/api.ts";
import { FailureBanner } from "../../../screens/failure-banner.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { AvatarField } from "./avatar-field.tsx";
import { NameForm } from "./name-form.tsx";

/** One's own picture and name, as they are now: another tab or device may have changed them. */
export function ProfilePanel() {
  const { data, error, refetch } = useQuery(api.account.me.queryOptions({ refetchOnMount: "always" }));
  if (data === undefined) {
    return error === null ? <Skeleton className="h-40 w-full" /> : <FailureBanner error={error} onRetry={refetch} />;
  }
  const { user } = data;
  return (
    <div className="flex flex-col gap-6">
      <AvatarField user={user} />
      <NameForm user={user} />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 border-line border-t pt-4">
        <dt className="text-soft">E-mail</dt>
        <dd className="break-anywhere">{shownAddress(user.email)}</dd>
        <dt className="text-soft">Role</dt>
        <dd className="first-letter:uppercase">{user.role}</dd>
      </dl>
    </div>
  );
}
