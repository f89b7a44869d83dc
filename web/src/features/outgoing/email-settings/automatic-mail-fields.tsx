import { acknowledgementPlaceholders } from "@deskhand/contract/desk/placeholders";
import { limits } from "@deskhand/contract/limits";
import { CharacterCount } from "../../../ui/form/character-count.tsx";
import { Field } from "../../../ui/form/field.tsx";
import { Switch } from "../../../ui/form/switch.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";
import type { FieldsProps } from "./email-fields.tsx";

/** Whether new tickets are acknowledged, and in which words (docs/product.md#acknowledging-a-ticket). */
export function AutomaticMailFields({ settings, faults, readOnly, onEdit }: FieldsProps) {
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
