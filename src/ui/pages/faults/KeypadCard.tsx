/** The keypad of a simulated delivery robot: types a code as a person in front of it does. */
import { useSelector } from '@xstate/react';
import { CODE_DIGITS } from '../../../../contract/rules/limits.ts';
import { type FaultsRef, selectFaults, selectIsSwitching } from '../../../machines/faults/faults.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Field } from '../../kit/Field.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

export function KeypadCard({ screen }: { readonly screen: FaultsRef }) {
  const t = useT();
  const { simulatedRobots, targets, code } = useSelector(screen, selectFaults);
  const switching = useSelector(screen, selectIsSwitching);
  const chosen = simulatedRobots.filter(
    ({ serialNumber, kind }) => kind === 'delivery' && targets.includes(serialNumber),
  );
  const [robot] = chosen;
  const disabledReason =
    chosen.length !== 1
      ? t('faults.keypad.oneRobot')
      : code.length < CODE_DIGITS
        ? t('faults.keypad.digits', { count: CODE_DIGITS })
        : undefined;
  return (
    <Card title={t('faults.keypad.title')}>
      <form
        className="grid gap-3 px-4 pb-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (robot && disabledReason === undefined)
            screen.send({ type: 'fault.switch', task: { type: 'keypad', serialNumber: robot.serialNumber, code } });
        }}
      >
        <Field label={t('faults.keypad.code')} hint={t('faults.keypad.hint')}>
          <TextInput
            value={code}
            inputMode="numeric"
            autoComplete="off"
            onChange={(value) => screen.send({ type: 'code.set', code: value })}
          />
        </Field>
        <span className="justify-self-start">
          <Button size="s" type="submit" busy={switching} disabledReason={disabledReason}>
            {t('faults.keypad.type')}
          </Button>
        </span>
      </form>
    </Card>
  );
}
