import { ratingLimits } from "@deskhand/contract/ratings/rating-limits";
import type { RatingSettings } from "@deskhand/contract/ratings/ratings";
import { isDefinedError } from "@orpc/client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ComponentType, useState } from "react";
import { api } from "../../lib/api.ts";
import { failsOffline } from "../../lib/retries.ts";
import { useSession } from "../../lib/session.ts";
import { FailureBanner } from "../../screens/failure-banner.tsx";
import { useUnsaved } from "../../screens/leave-guard.tsx";
import { useForm } from "../../screens/use-form.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { InputField } from "../../ui/form/field.tsx";
import { Switch } from "../../ui/form/switch.tsx";
import { showToast } from "../../ui/overlay/show-toast.ts";
import { PartHeader } from "../../ui/part-header.tsx";
import { PanelSkeleton } from "../../ui/skeleton.tsx";
import { type RatingDraft, ratingDraftOf, sentOf } from "./rating-draft.ts";
import { RatingPreview } from "./rating-preview.tsx";
import { ReviewLinkFields } from "./review-link-fields.tsx";

/** The frame that shows a mail or a page without running anything. */
export type Frame = ComponentType<{ html: string; title: string; minHeight: number; className?: string }>;

/** Whether, when and how customers are asked how they were helped (docs/product.md#ratings). */
export function RatingsScreen({ Frame }: { Frame: Frame }) {
  const { data, error, refetch } = useQuery(api.ratings.settings.queryOptions());
  return (
    <>
      <PartHeader
        title="Ratings"
        subtitle="A mail asks your customers how you helped them, once a ticket is resolved. They answer with one of five faces."
      />
      {data !== undefined ? (
        <SettingsForm key={data.version} settings={data} Frame={Frame} onOutdated={() => void refetch()} />
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
  Frame: Frame;
  onOutdated: () => void;
}

function SettingsForm({ settings, Frame, onOutdated }: SettingsFormProps) {
  const cache = useQueryClient();
  const isManager = useSession().can("rules:manage");
  const [begun] = useState(() => ratingDraftOf(settings));
  const [draft, setDraft] = useState(begun);
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
  const form = useForm<string>({ save, send: () => save.mutate(sentOf(draft, settings.version)) });
  const isEdited = draft !== begun;
  useUnsaved("ratings", isEdited);
  const isOutdated = isDefinedError(save.error) && save.error.code === "rating_settings_changed_meanwhile";

  function change(changed: Partial<RatingDraft>) {
    setDraft({ ...draft, ...changed });
    form.edited();
  }

  return (
    <div className="@container">
      <div className="grid items-start gap-3 @6xl:grid-cols-[minmax(0,1fr)_602px]">
        <form {...form.props} aria-label="Ratings" className="flex min-w-0 flex-col gap-3">
          {isOutdated ? (
            <Banner
              kind="warning"
              title="These settings were changed meanwhile"
              action={
                <Button size="sm" onClick={onOutdated}>
                  Show them
                </Button>
              }
            >
              Yours were not saved.
            </Banner>
          ) : (
            <FailureBanner error={form.failure} title="The settings were not saved" onDismiss={save.reset} />
          )}
          <Card className="flex flex-col gap-3">
            <Switch
              label="Ask for ratings"
              description="Whoever wrote to you gets a mail with five faces in their language. Programs, lists, blocked senders and addresses whose mail came back are never asked."
              checked={draft.isOn}
              disabled={!isManager}
              onChange={(isOn) => change({ isOn })}
            />
            <div className="grid gap-3 sm:grid-cols-2">
              <InputField
                label="Hours after a ticket is resolved"
                inputMode="numeric"
                required
                value={draft.hours}
                readOnly={!isManager}
                error={form.faults.hours}
                onChange={(event) => change({ hours: event.target.value })}
              />
              <InputField
                label="Days before the same person is asked again"
                inputMode="numeric"
                required
                value={draft.pauseDays}
                readOnly={!isManager}
                error={form.faults.pauseDays}
                onChange={(event) => change({ pauseDays: event.target.value })}
              />
            </div>
            <AskingRule settings={settings} />
            <Switch
              label="Ask also after a complaint"
              description={`Otherwise a ticket that is urgent or of high priority, was reopened, or belongs to an incident is left out if a colleague answered within the last ${ratingLimits.ratingComplaintHours} hours.`}
              checked={draft.asksAfterComplaints}
              disabled={!isManager}
              onChange={(asksAfterComplaints) => change({ asksAfterComplaints })}
            />
          </Card>
          <ReviewLinkFields
            links={draft.reviewLinks}
            isReadOnly={!isManager}
            faultOf={(index, field) => form.faults[`reviewLinks.${index}.${field}`]}
            onChange={(reviewLinks) => change({ reviewLinks })}
          />
          {isManager ? (
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="primary"
                type="submit"
                busy={save.isPending}
                busyText="Saving..."
                disabled={!isEdited || isOutdated}
              >
                Save
              </Button>
              <Button disabled={!isEdited || save.isPending} onClick={() => setDraft(begun)}>
                Discard
              </Button>
            </div>
          ) : (
            <Banner kind="info" title="View Only Access">
              Only administrators can change how customers are asked
            </Banner>
          )}
        </form>
        <RatingPreview Frame={Frame} reviewLinks={draft.reviewLinks} />
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
