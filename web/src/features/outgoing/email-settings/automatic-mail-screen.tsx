import { acknowledgementPlaceholders } from "@deskhand/contract/desk/placeholders";
import { limits } from "@deskhand/contract/limits";
import { Card } from "../../../ui/card.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { CharacterCount, Textarea } from "../../../ui/form/textarea.tsx";
import { PartHeader } from "../../../ui/part-header.tsx";
import type { FieldsProps } from "./email-fields.tsx";
import { EmailSettingsForm } from "./email-settings-form.tsx";
import { useEmailSettings } from "./use-email-settings.ts";

/** The settings of the acknowledgement mail, with a preview. */
export function AutomaticMailScreen() {
  const form = useEmailSettings();
  return (
    <>
      <PartHeader title="Automatic Mail" subtitle="What whoever writes to you by mail is told at once" />
      <EmailSettingsForm label="Automatic Mail" form={form}>
        {(fields) => (
          <Card className="flex flex-col gap-3">
            <AutomaticMailFields {...fields} />
          </Card>
        )}
      </EmailSettingsForm>
    </>
  );
}

/** Whether new tickets are acknowledged, and the text (docs/product.md#acknowledging-a-ticket). */
function AutomaticMailFields({ settings, faults, readOnly, onEdit }: FieldsProps) {
  return (
    <>
      <Switch
        label="Acknowledge new tickets"
        description="Whoever writes to you by mail is told that it arrived, once in 24 hours. Never answers programs, lists, or senders who cannot be verified."
        checked={settings.acknowledges}
        disabled={readOnly}
        onChange={(acknowledges) => onEdit({ acknowledges })}
      />
      <Field
        label="Text of the automatic mail"
        error={faults.acknowledgementText}
        hint={`You can use ${acknowledgementPlaceholders.map((name) => `{{${name}}}`).join(", ")}.`}
        aside={<CharacterCount count={settings.acknowledgementText.length} limit={limits.acknowledgementLength} />}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            value={settings.acknowledgementText}
            readOnly={readOnly}
            onChange={(event) => onEdit({ acknowledgementText: event.target.value })}
          />
        )}
      </Field>
    </>
  );
}
