/** The model of a robot, and its kind where the model does not determine it. */
import { ROBOT_KINDS, type RobotKind } from '../../../contract/entities/constants.ts';
import { kindOf } from '../../machines/robotFleet/robotForm.machine.ts';
import type { useForm } from '../hooks/useForm.ts';
import { useT } from '../hooks/useT.ts';
import { Field } from '../kit/Field.tsx';
import { FieldGroup } from '../kit/FieldGroup.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { KIND } from './robotLabels.ts';

interface ModelFieldsProps {
  readonly fields: Pick<
    ReturnType<typeof useForm<{ robotModel: string; kind: RobotKind | '' }>>,
    'draft' | 'errorOf' | 'textOf' | 'change'
  >;
}

export function ModelFields({ fields: { draft, errorOf, textOf, change } }: ModelFieldsProps) {
  const t = useT();
  const known = kindOf(draft.robotModel);
  const isTyped = draft.robotModel.trim() !== '';
  return (
    <>
      <Field
        label={t('shared.model')}
        error={errorOf('robotModel')}
        hint={
          known
            ? t('robotFleet.form.modelKnown', { kind: t(KIND[known]) })
            : t(isTyped ? 'robotFleet.form.modelUnknown' : 'robotFleet.form.modelHint')
        }
      >
        <TextInput autoComplete="off" {...textOf('robotModel')} />
      </Field>
      {isTyped && !known && (
        <FieldGroup label={t('shared.kind')} error={errorOf('kind')}>
          <SegmentedControl
            full
            label={t('shared.kind')}
            value={draft.kind}
            options={ROBOT_KINDS.map((value) => ({ value, label: t(KIND[value]) }))}
            onChange={(value) => change('kind', value)}
          />
        </FieldGroup>
      )}
    </>
  );
}
