import { actionLimits } from "@deskhand/contract/actions/action-limits";
import { Field } from "../../../ui/form/field.tsx";
import { Textarea } from "../../../ui/form/textarea.tsx";

interface WhyFieldProps {
  /** Which limit it is above. */
  above: string;
  why: string;
  isMissing: boolean;
  onChange: (why: string) => void;
}

/** Says why a colleague has to approve it, and takes the word that they will read. */
export function WhyField({ above, why, isMissing, onChange }: WhyFieldProps) {
  return (
    <Field
      label="Why is it needed?"
      required
      error={isMissing ? "Say why it is needed" : undefined}
      hint={`${above}: a colleague decides, and reads this.`}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={2}
          maxRows={6}
          maxLength={actionLimits.approvalWordLength}
          value={why}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}
