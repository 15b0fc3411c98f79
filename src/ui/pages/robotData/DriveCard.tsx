/** Teleop: who holds control, the drive pad, the speed, and why the robot does not move. */
import { useSelector } from '@xstate/react';
import { DRIVE_SPEED } from '../../../../contract/rules/limits.ts';
import { selectSpeed, selectStick } from '../../../machines/robotData/drive.selectors.ts';
import type { Stick } from '../../../machines/robotData/inputs.ts';
import { useT } from '../../hooks/useT.ts';
import { Card } from '../../kit/Card.tsx';
import { DRIVE_DIRECTIONS, DrivePad, type DriveDirection } from '../../kit/DrivePad.tsx';
import { Slider } from '../../kit/Slider.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { driveWords } from './driveWords.ts';
import { LeaseNews, LeasePart } from './LeasePart.tsx';
import type { RobotPart } from './robotPart.ts';
import { useGamepadInput } from './useGamepadInput.ts';

export function DriveCard(part: RobotPart) {
  const t = useT();
  if (!part.loaded.detail.abilities.teleop) {
    return (
      <Card className="robot-drive">
        <StatePanel
          state="forbidden"
          title={t('robotData.drive.none', { name: part.name })}
          text={t('robotData.drive.noneText')}
        />
      </Card>
    );
  }
  return (
    <section className="card robot-drive" aria-label={t('robotData.drive.name')}>
      <LeasePart {...part} />
      <LeaseNews {...part} />
      <Pad {...part} />
      <DriveSpeed {...part} />
      <DriveNote {...part} />
    </section>
  );
}

const KEYS: Record<DriveDirection, string> = {
  rotateLeft: 'Q',
  forward: 'W',
  rotateRight: 'E',
  left: 'A',
  back: 'S',
  right: 'D',
};
const WORDS = {
  rotateLeft: 'robotData.drive.rotateLeft',
  forward: 'robotData.drive.forward',
  rotateRight: 'robotData.drive.rotateRight',
  left: 'robotData.drive.left',
  back: 'robotData.drive.back',
  right: 'robotData.drive.right',
} as const satisfies Record<DriveDirection, string>;
/** Turn value from which the robot turns on the spot rather than steers. */
const FULL_TURN = 0.75;

/** Pad buttons to highlight for a stick position, whichever input device it comes from. */
function directionsOf({ forward, turn }: Stick): DriveDirection[] {
  const sideways =
    turn === 0
      ? []
      : Math.abs(turn) >= FULL_TURN
        ? ([turn > 0 ? 'rotateLeft' : 'rotateRight'] as const)
        : ([turn > 0 ? 'left' : 'right'] as const);
  return [...(forward === 0 ? [] : ([forward > 0 ? 'forward' : 'back'] as const)), ...sideways];
}

function Pad({ drive, name, sayError }: RobotPart) {
  const t = useT();
  const { blocked } = useSelector(
    drive,
    (snapshot) => driveWords(snapshot, t, sayError),
    (a, b) => a.blocked === b.blocked,
  );
  const stick = useSelector(drive, selectStick, (a, b) => a.forward === b.forward && a.turn === b.turn);
  const pad = useGamepadInput(drive);
  return (
    <DrivePad
      label={t('robotData.drive.pad', { name })}
      keys={
        Object.fromEntries(
          DRIVE_DIRECTIONS.map((direction) => [direction, { label: t(WORDS[direction]), keyHint: KEYS[direction] }]),
        ) as Record<DriveDirection, { label: string; keyHint: string }>
      }
      active={directionsOf(stick)}
      onPress={pad.press}
      onRelease={pad.release}
      disabledReason={blocked}
      disabledTitle={t('robotData.drive.cannot')}
    />
  );
}

export function DriveSpeed({
  drive,
  loaded: {
    detail: { abilities },
  },
}: RobotPart) {
  const t = useT();
  const speed = useSelector(drive, selectSpeed);
  const text = t('robotData.drive.metresPerSecond', { speed: speed.toFixed(2) });
  return (
    <div className="speed">
      <span>{t('robotData.drive.speed')}</span>
      <Slider
        label={t('robotData.drive.speed')}
        value={speed}
        min={DRIVE_SPEED.min}
        max={Math.max(DRIVE_SPEED.min, Math.min(DRIVE_SPEED.max, abilities.maxSpeed))}
        step={DRIVE_SPEED.step}
        valueText={text}
        onChange={(chosen) => drive.send({ type: 'speed.set', speed: chosen })}
      />
      <b>{text}</b>
    </div>
  );
}

/** Status message, announced when it changes: screen reader users must learn why the robot stopped. */
export function DriveNote({ drive, sayError }: RobotPart) {
  const t = useT();
  const { note, isAlert } = useSelector(
    drive,
    (snapshot) => driveWords(snapshot, t, sayError),
    (a, b) => a.note === b.note && a.isAlert === b.isAlert,
  );
  return (
    <p className={isAlert ? 'drive-note tone-attn' : 'drive-note'} role="status">
      {note}
    </p>
  );
}
