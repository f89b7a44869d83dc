import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import type { RatingSettings } from "@deskhand/contract/ratings/ratings";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useVersionedForm, VersionedForm } from "../../screens/settings/versioned-form.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { showToast } from "../../ui/overlay/show-toast.ts";
import { PartHeader } from "../../ui/part-header.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { type RatingDraft, ratingDraftOf, sentOf } from "./rating-draft.ts";
import { RatingPreview } from "./rating-preview.tsx";
import { ReviewLinkFields } from "./review-link-fields.tsx";

/** Whether, when and how customers are asked how they were helped (docs/product.md#ratings). */
export function RatingsScreen() {
  const { data, error, refetch } = useQuery(api.ratings.settings.queryOptions());
  return (
    <>
      <PartHeader
        title="Ratings"
        subtitle="A mail asks your customers how you helped them, once a ticket is resolved. They answer with one of five faces."
      />
      {data !== undefined ? (
        <SettingsForm key={data.version} settings={data} onOutdated={() => void refetch()} />
      ) : error === null ? (
        <PanelSkeleton lines={9} />
      ) : (
        <FailureBanner error={error} title="The settings could not be loaded" onRetry={() => void refetch()} />
      )}
    </>
  );
}

interface SettingsFormProps {
  settings: RatingSettings;
  onOutdated: () => void;
}

function SettingsForm({ settings, onOutdated }: SettingsFormProps) {
  const cache = useQueryClient();
  const isManager = useSession().can("rules:manage");
  const save = useMutation(
    api.ratings.save.mutationOptions({
      ...failsOffline,
      onSuccess(saved) {
        cache.setQueryData(api.ratings.settings.queryKey(), saved);
        const message = saved.isOn ? "Customers are asked from now on." : "Nobody is asked.";
        showToast({ id: "ratings", title: "Ratings saved", message });
      },
    }),
  );
  const { draft, faults, change, state } = useVersionedForm({
    name: "ratings",
    begin: () => ratingDraftOf(settings),
    save,
    send: (typed) => save.mutate(sentOf(typed, settings.version)),
  });
  const set = (changed: Partial<RatingDraft>) => change({ ...draft, ...changed });

  return (
    <div className="@container">
      <div className="grid items-start gap-3 @6xl:grid-cols-[minmax(0,1fr)_602px]">
        <VersionedForm
          state={state}
          label="Ratings"
          what="settings"
          isOutdated={isDefinedError(save.error) && save.error.code === "rating_settings_changed_meanwhile"}
          onOutdated={onOutdated}
          isManager={isManager}
          refusal="Only administrators can change how customers are asked"
          className="flex min-w-0 flex-col gap-3"
        >
          <Card className="flex flex-col gap-3">
            <Switch
              label="Ask for ratings"
              description="Whoever wrote to you gets a mail with five faces in their language. Programs, lists, blocked senders and addresses whose mail came back are never asked."
              checked={draft.isOn}
              disabled={!isManager}
              onChange={(isOn) => set({ isOn })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <InputField
                label="Hours after a ticket is resolved"
                inputMode="numeric"
                required
                value={draft.hours}
                readOnly={!isManager}
                error={faults.hours}
                onChange={(event) => set({ hours: event.target.value })}
              />
              <InputField
                label="Days before the same person is asked again"
                inputMode="numeric"
                required
                value={draft.pauseDays}
                readOnly={!isManager}
                error={faults.pauseDays}
                onChange={(event) => set({ pauseDays: event.target.value })}
              />
            </div>
            <AskingRule settings={settings} />
            <Switch
              label="Ask also after a complaint"
              description={`Otherwise a ticket that is urgent or of high priority, was reopened, or belongs to an incident is left out if a colleague answered within the last ${ratingLimits.ratingComplaintHours} hours.`}
              checked={draft.asksAfterComplaints}
              disabled={!isManager}
              onChange={(asksAfterComplaints) => set({ asksAfterComplaints })}
            />
          </Card>
          <ReviewLinkFields
            links={draft.reviewLinks}
            isReadOnly={!isManager}
            faultOf={(index, field) => faults[`reviewLinks.${index}.${field}`]}
            onChange={(reviewLinks) => set({ reviewLinks })}
          />
        </VersionedForm>
        <RatingPreview reviewLinks={draft.reviewLinks} />
      </div>
    </div>
  );
}

/** The rule that asks, and what people changed on it. */
function AskingRule({ settings: { isOn, rule } }: { settings: RatingSettings }) {
  const link = (
    <Link to="/dashboard/admin" search={{ view: "rules" }} className="text-link underline">
      Rules
    </Link>
  );
  if (rule === null) {
    return (
      <p className="text-soft text-sm">
        Switching it on makes a rule, to which you can add conditions in {link}. Other rules can ask as well.
      </p>
    );
  }
  if (isOn && !rule.isOn) {
    return <Banner kind="warning" title={`Nobody is asked: the rule “${rule.name}” was switched off in Rules`} />;
  }
  if (isOn && !rule.isAsMade) {
    return <Banner kind="info" title={`The rule “${rule.name}” was changed in Rules: what it says there counts`} />;
  }
  return (
    <p className="text-soft text-sm">
      The rule “<bdi>{rule.name}</bdi>” asks. You can add conditions to it in {link}.
    </p>
  );
}
