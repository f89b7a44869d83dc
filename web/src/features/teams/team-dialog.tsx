import { teamFaults } from "@deskhand/contract/admin/team-faults";
import { teamLimits } from "@deskhand/contract/admin/team-limits";
import type { Team } from "@deskhand/contract/admin/teams";
import { isFoundBy } from "@deskhand/contract/search/search-line";
import { isDefinedError } from "@orpc/client";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useColleagues } from "../../entities/person/use-colleagues.ts";
import { api } from "../../lib/api.ts";
import { newKey } from "../../lib/new-key.ts";
import { failsOffline } from "../../lib/retries.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Banner, BannerButton } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/form/checkbox.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Input } from "../../ui/form/input.tsx";
import { RadioList } from "../../ui/form/radio-list.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";

interface TeamDialogProps {
  /** Absent for a new one. */
  team?: Team;
  /** The team as the store has it now; absent where it was deleted. */
  current?: Team | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** A team's form, with numbers as they are typed. */
interface Draft {
  name: string;
  memberIds: string[];
  givesOut: boolean;
  limit: string;
  minutes: string;
}

const defaultMinutes = "30";

function draftOf(team?: Team): Draft {
  if (team === undefined) return { name: "", memberIds: [], givesOut: true, limit: "", minutes: defaultMinutes };
  const { name, memberIds, givesOut, openLimit, tellAfterMinutes } = team;
  return { name, memberIds, givesOut, limit: String(openLimit ?? ""), minutes: String(tellAfterMinutes ?? "") };
}

const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** What is typed and is no number; the rest is the server's to refuse. */
function faultsIn({ limit, minutes }: Draft): Partial<Record<"name" | "openLimit" | "tellAfterMinutes", string>> {
  return {
    ...(Number.isNaN(numberOf(limit)) && { openLimit: teamFaults.openLimit }),
    ...(Number.isNaN(numberOf(minutes)) && { tellAfterMinutes: teamFaults.tellAfterMinutes }),
  };
}

/** Makes or changes a team. */
export function TeamDialog({ team, current, onClose, onSaved }: TeamDialogProps) {
  const [begun] = useState(() => draftOf(team));
  const [draft, setDraft] = useState(begun);
  const [isLeaving, setLeaving] = useState(false);
  const [version, setVersion] = useState(team?.version);
  const [idempotencyKey] = useState(newKey);
  const save = useMutation({
    ...failsOffline,
    mutationFn(expectedVersion: number | undefined) {
      const { name, memberIds, givesOut, limit, minutes } = draft;
      const values = { name, memberIds, givesOut, openLimit: numberOf(limit), tellAfterMinutes: numberOf(minutes) };
      return team === undefined || expectedVersion === undefined
        ? api.teams.create.call({ ...values, idempotencyKey })
        : api.teams.update.call({ ...values, id: team.id, expectedVersion });
    },
    onSuccess: onClose,
    onSettled: onSaved,
  });
  const form = useForm({ check: () => faultsIn(draft), save, send: () => save.mutate(version) });
  const isConflict = isDefinedError(save.error) && save.error.code === "team_changed_meanwhile";

  function change(changed: Partial<Draft>) {
    setDraft({ ...draft, ...changed });
    form.edited();
  }

  const leave = () => (JSON.stringify(draft) === JSON.stringify(begun) ? onClose() : setLeaving(true));

  return (
    <Dialog
      title={team === undefined ? "New Team" : "Edit Team"}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} busyText="Saving..." onClick={form.submit}>
            {team === undefined ? "Create Team" : "Save Changes"}
          </Button>
        </>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        {isConflict && current !== undefined ? (
          <Banner
            kind="warning"
            title="This team was changed meanwhile"
            action={
              <span className="flex gap-2">
                <BannerButton
                  onClick={() => {
                    setDraft(draftOf(current));
                    setVersion(current.version);
                    save.reset();
                  }}
                >
                  Take theirs
                </BannerButton>
                <BannerButton onClick={() => save.mutate(current.version)}>Save mine anyway</BannerButton>
              </span>
            }
          />
        ) : (
          <FailureBanner error={form.failure} title="The team was not saved" onDismiss={save.reset} />
        )}
        <InputField
          label="Name"
          required
          data-autofocus
          dir="auto"
          maxLength={teamLimits.teamNameLength}
          error={form.faults.name}
          value={draft.name}
          onChange={(event) => change({ name: event.target.value })}
        />
        <Members chosen={draft.memberIds} onChange={(memberIds) => change({ memberIds })} />
        <RadioList
          legend="Tickets of the team"
          value={draft.givesOut ? "give" : "take"}
          options={[
            {
              value: "give",
              label: "Are given to a member",
              description: "Of those who are online and not away, the one with the fewest open tickets.",
            },
            { value: "take", label: "Wait until somebody takes them" },
          ]}
          onChange={(way) => change({ givesOut: way === "give" })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <InputField
            label="Open tickets each, at most"
            hint="Empty for no limit. Only counts when the team gives tickets."
            inputMode="numeric"
            disabled={!draft.givesOut}
            error={form.faults.openLimit}
            value={draft.limit}
            onChange={(event) => change({ limit: event.target.value })}
          />
          <InputField
            label="Minutes until supervisors are told"
            hint="Of a ticket that nobody has. Empty for never."
            inputMode="numeric"
            error={form.faults.tellAfterMinutes}
            value={draft.minutes}
            onChange={(event) => change({ minutes: event.target.value })}
          />
        </div>
      </form>
      {isLeaving && (
        <Dialog
          size="sm"
          title="Discard changes?"
          onClose={() => setLeaving(false)}
          footer={
            <>
              <Button onClick={onClose}>Discard</Button>
              <Button variant="primary" data-autofocus onClick={() => setLeaving(false)}>
                Keep editing
              </Button>
            </>
          }
        >
          <p className="text-soft">What you changed of the team has not been saved.</p>
        </Dialog>
      )}
    </Dialog>
  );
}

/** More than so many are searched. */
const MOST_WITHOUT_SEARCH = 12;

/** Chooses the members among the active colleagues. */
function Members({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const { colleagues } = useColleagues();
  const [search, setSearch] = useState("");
  const people = colleagues.filter(({ isActive }) => isActive);
  const isFound = isFoundBy(search);
  const shown = people.filter(({ name }) => isFound(name));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 font-medium text-sm text-soft">
        Members <span className="font-normal tabular">({chosen.length})</span>
      </legend>
      {people.length > MOST_WITHOUT_SEARCH && (
        <Input
          type="search"
          aria-label="Search colleagues"
          placeholder="Search colleagues..."
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      <div className="grid max-h-60 gap-x-4 gap-y-2 overflow-y-auto p-0.5 sm:grid-cols-2">
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            className="min-w-0"
            label={
              <bdi className="min-w-0 truncate" title={name}>
                {name}
              </bdi>
            }
            checked={chosen.includes(id)}
            onChange={() => onChange(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id])}
          />
        ))}
        {shown.length === 0 && <p className="text-sm text-soft">Nobody is found.</p>}
      </div>
    </fieldset>
  );
}
