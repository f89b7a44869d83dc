import { conditionWords } from "@deskhand/contract/admin/rule-parts";
import type { Policy } from "@deskhand/contract/targets/targets";
import { statusLabels } from "@deskhand/contract/vocabulary";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Timer } from "lucide-react";
import { useActionNames } from "../../entities/ticket/use-action-names.ts";
import { useCalendars, usePolicy } from "../../entities/ticket/use-targets.ts";
import { api } from "../../lib/api.ts";
import { useSession } from "../../lib/session.ts";
import { SettingsScreen } from "../../screens/settings/settings-screen.tsx";
import { Badge } from "../../ui/badge.tsx";
import { PolicyDialog, type RenderConditions } from "./policy-dialog.tsx";
import { timesText } from "./policy-draft.ts";

/** By when the store wants to have replied, by which tickets (docs/product.md#targets). */
export function TargetsScreen({ renderConditions }: { renderConditions: RenderConditions }) {
  const cache = useQueryClient();
  const { can } = useSession();
  const list = useQuery(api.targets.list.queryOptions());
  return (
    <SettingsScreen
      section="targets"
      title="Targets"
      subtitle="By when you want to have replied. A ticket has the first policy that is on and whose conditions hold."
      icon={Timer}
      one="policy"
      many="policies"
      list={list}
      onSettled={() => void cache.invalidateQueries({ queryKey: api.targets.list.key() })}
      remove={(id) => api.targets.remove.call({ id })}
      arrange={(ids) => api.targets.arrange.call({ ids })}
      turn={(id, isOn) => api.targets.switch.call({ id, isOn })}
      canChange={can("targets:manage")}
      emptyTitle="No targets yet"
      emptyText="A policy says within which time customers get a reply, such as “first reply within 4 hours of the office’s working hours”. Tickets then show the time that is left, and who is to answer hears before it runs out."
      renderForm={(props) => <PolicyDialog {...props} renderConditions={renderConditions} />}
      renderText={(policy, index, policies) => (
        <PolicyText policy={policy} takesAllBefore={policies.slice(0, index).find(takesEveryTicket)?.name ?? null} />
      )}
      renderLoss={({ name }) => `Tickets that have “${name}” get the next policy whose conditions hold, or none.`}
    />
  );
}

/** Whether no ticket comes to the policies after it. */
function takesEveryTicket({ isOn, conditions }: Policy): boolean {
  return isOn && conditions.length === 0;
}

interface PolicyTextProps {
  policy: Policy;
  /** The name of an earlier policy that leaves no ticket to this one. */
  takesAllBefore: string | null;
}

function PolicyText({ policy, takesAllBefore }: PolicyTextProps) {
  const { calendar } = usePolicy(policy.id);
  const isNever = calendar?.week.every((spans) => spans.length === 0) ?? false;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <bdi className="font-semibold break-anywhere">{policy.name}</bdi>
        {takesAllBefore !== null && (
          <Badge tone="amber">
            Never reached: every ticket is of <bdi>{takesAllBefore}</bdi>
          </Badge>
        )}
        {isNever && <Badge tone="amber">Never due: its working hours are empty</Badge>}
      </p>
      <p className="mt-0.5 text-sm">{timesText(policy)}</p>
      <PolicyConditions policy={policy} calendarName={calendar?.name} />
    </>
  );
}

/** The names of the people, teams and working hours that conditions name. */
function useConditionNames(): (id: string) => string | null {
  const nameOf = useActionNames();
  const calendars = useCalendars();
  return (id) => calendars?.find((calendar) => calendar.id === id)?.name ?? (calendars ? nameOf(id) : "…");
}

function PolicyConditions({ policy, calendarName }: { policy: Policy; calendarName: string | undefined }) {
  const nameOf = useConditionNames();
  const { conditions, matches, calendarId, pausing } = policy;
  const ifs = conditions
    .map((condition) => conditionWords(condition, nameOf))
    .join(matches === "all" ? " and " : " or ");
  const when = calendarId === null ? "around the clock" : `in the hours of ${calendarName ?? "…"}`;
  const still = pausing.map((status) => statusLabels[status]).join(" or ");
  return (
    <p className="mt-1 text-faint text-xs break-anywhere">
      {ifs === "" ? "For every ticket" : `If ${ifs}`}, {when}
      {still !== "" && `, not while ${still}`}
    </p>
  );
}
