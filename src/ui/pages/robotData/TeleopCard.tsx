/** Teleop: who holds control, the drive pad, the speed, and why the robot does not move. */
import { useSelector } from '@xstate/react';
import { TELEOP_SPEED } from '../../../../contract/rules/limits.ts';
import { selectSpeed, selectStick } from '../../../machines/robotData/teleop.selectors.ts';
import type { Stick } from '../../../machines/robotData/inputs.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { classes } from '../../kit/classes.ts';
import { DRIVE_DIRECTIONS, TeleopPad, type TeleopDirection } from '../../kit/TeleopPad.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { teleopTexts } from './teleopTexts.ts';
import { LabelledSlider, WIDE_VALUE } from './LabelledSlider.tsx';
import { LeaseNews, LeasePart } from './LeasePart.tsx';
import type { RobotPageProps } from './useRobotPage.ts';
import { useGamepadInput } from './useGamepadInput.ts';
import { TELEOP_ID } from './useLeaseFocus.ts';

const CARD = 'order-1 flex flex-col gap-2 p-2';

export function TeleopCard(part: RobotPageProps) {
  const t = useT();
  if (!part.loaded.detail.abilities.teleop) {
    return (
      <Card className={classes(CARD, '[&>.state]:min-h-0')}>
        <StatePanel
          state="forbidden"
          title={t('robotData.teleop.none', { name: part.name })}
          text={t('robotData.teleop.noneText')}
        />
      </Card>
    );
  }
  return (
    <section className={classes('card', CARD)} aria-label={t('shared.manualDriving')}>
      <LeasePart {...part} />
      <LeaseNews {...part} />
      <Pad {...part} />
      <TeleopSpeed {...part} />
      <TeleopStatus {...part} />
    </section>
  );
}

const KEYS: Record<TeleopDirection, string> = {
  rotateLeft: 'Q',
  forward: 'W',
  rotateRight: 'E',
  left: 'A',
  back: 'S',
  right: 'D',
};
const WORDS = {
  rotateLeft: 'robotData.teleop.rotateLeft',
  forward: 'robotData.teleop.forward',
  rotateRight: 'robotData.teleop.rotateRight',
  left: 'robotData.teleop.left',
  back: 'robotData.teleop.back',
  right: 'robotData.teleop.right',
} as const satisfies Record<TeleopDirection, string>;
/** Turn value from which the robot turns on the spot rather than steers. */
const FULL_TURN = 0.75;

/** Pad buttons to highlight for a stick position, whichever input device it comes from. */
function directionsOf({ forward, turn }: Stick): TeleopDirection[] {
  const sideways =
    turn === 0
      ? []
      : Math.abs(turn) >= FULL_TURN
        ? ([turn > 0 ? 'rotateLeft' : 'rotateRight'] as const)
        : ([turn > 0 ? 'left' : 'right'] as const);
  return [...(forward === 0 ? [] : ([forward > 0 ? 'forward' : 'back'] as const)), ...sideways];
}

function Pad({ teleop, name, notifyError }: RobotPageProps) {
  const t = useT();
  const { blocked } = useSelector(
    teleop,
    (snapshot) => teleopTexts(snapshot, t, notifyError),
    (a, b) => a.blocked === b.blocked,
  );
  const stick = useSelector(teleop, selectStick, (a, b) => a.forward === b.forward && a.turn === b.turn);
  const pad = useGamepadInput(teleop);
  return (
    <TeleopPad
      id={TELEOP_ID}
      label={t('shared.driveName', { name })}
      keys={
        Object.fromEntries(
          DRIVE_DIRECTIONS.map((direction) => [direction, { label: t(WORDS[direction]), keyHint: KEYS[direction] }]),
        ) as Record<TeleopDirection, { label: string; keyHint: string }>
      }
      active={directionsOf(stick)}
      onPress={pad.press}
      onRelease={pad.release}
      disabledReason={blocked}
      disabledTitle={t('robotData.teleop.cannot')}
    />
  );
}

/** The note keeps its height on a phone, so that the controls above Stop do not move. */
const NOTE = 'min-h-[18px] px-1 text-12';
const PHONE_NOTE = 'mb-1 line-clamp-2 h-8 text-12 small:mb-0.5 small:line-clamp-1 small:h-4';
/** On a phone label and value are above the slider, which has the full width; a small window leaves out the label. */
const PHONE_SPEED =
  'flex-wrap gap-y-0 small:flex-nowrap small:gap-2 small:*:first:hidden [&>:nth-child(2)]:order-1 [&>:nth-child(2)]:flex-[1_0_100%] small:[&>:nth-child(2)]:order-none small:[&>:nth-child(2)]:min-w-0 small:[&>:nth-child(2)]:flex-1 [&>b]:ml-auto [&>b]:min-w-0';

/** For the parts that look different on a phone. */
export interface PhoneProps extends RobotPageProps {
  readonly phone?: boolean | undefined;
}

export function TeleopSpeed({
  teleop,
  loaded: {
    detail: { abilities },
  },
  phone = false,
}: PhoneProps) {
  const t = useT();
  const speed = useSelector(teleop, selectSpeed);
  const text = t('robotData.teleop.metresPerSecond', { speed: speed.toFixed(2) });
  return (
    <LabelledSlider
      className={phone ? PHONE_SPEED : classes('px-1', WIDE_VALUE)}
      label={t('shared.speed')}
      value={speed}
      min={TELEOP_SPEED.min}
      max={Math.max(TELEOP_SPEED.min, Math.min(TELEOP_SPEED.max, abilities.maxSpeed))}
      step={TELEOP_SPEED.step}
      valueText={text}
      onChange={(chosen) => teleop.send({ type: 'speed.set', speed: chosen })}
    />
  );
}

/** Status message, announced when it changes: screen reader users must learn why the robot stopped. */
export function TeleopStatus({ teleop, notifyError, phone = false }: PhoneProps) {
  const t = useT();
  const { note, isAlert } = useSelector(
    teleop,
    (snapshot) => teleopTexts(snapshot, t, notifyError),
    (a, b) => a.note === b.note && a.isAlert === b.isAlert,
  );
  return (
    <p className={classes(phone ? PHONE_NOTE : NOTE, isAlert ? 'text-attn-text' : 'text-text-2')} role="status">
      {note}
    </p>
  );
}
