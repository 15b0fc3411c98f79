/** Progress of a robot that was sent to a point, as reported by the robot. */
import type { Command } from '../../../../contract/entities/command.ts';
import { COMMAND_STATIONS, stationReached, type CommandState } from '../../../../contract/rules/commandLife.ts';
import { ERRORS, type ErrorName } from '../../../../contract/wire/errors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { classes } from '../../kit/classes.ts';
import { Track } from '../../kit/Track.tsx';
import { useT } from '../CompanionContext.ts';
import { Hint } from '../Hint.tsx';

const STATE_LABELS = {
  asked: 'companionPoint.sent.asked',
  sent: 'companionPoint.sent.sent',
  accepted: 'companionPoint.sent.accepted',
  running: 'companionPoint.sent.running',
  finished: 'companionPoint.sent.finished',
  failed: 'companionPoint.sent.failed',
  expired: 'companionPoint.sent.expired',
} as const satisfies Record<CommandState, string>;
const KIND = { finished: 'done', failed: 'fail', expired: 'expired' } as const;
const TONE = { now: '', done: 'text-st-online-text', fail: 'text-st-alarm-text', expired: 'text-st-alarm-text' };

export function SentRobot({ command, robot }: { readonly command: Command; readonly robot: string }) {
  const t = useT();
  const { state, reason } = command;
  const stateLabel = t(STATE_LABELS[state]);
  const kind = state in KIND ? KIND[state as keyof typeof KIND] : 'now';
  const why = reason ? reasonText(t, reason) : '';
  return (
    <section className="card grid gap-3 p-4" aria-live="polite">
      <h2>{t('companionPoint.sent.title', { name: robot })}</h2>
      <Track
        stations={COMMAND_STATIONS.map((station) => ({ label: t(STATE_LABELS[station]) }))}
        current={stationReached(state, command)}
        kind={kind}
        description={t('companionPoint.sent.track', { robot, state: stateLabel })}
      />
      <p className={classes('text-[16px]/6 font-[600]', TONE[kind])}>{stateLabel}</p>
      {why !== '' && <Hint>{t('companionPoint.sent.said', { reason: why })}</Hint>}
    </section>
  );
}

/** Our text for the robot's error, else our own error text, else the robot's description. */
function reasonText(t: Translate, { type, description }: { type: string; description: string }): string {
  const ours = type in ERRORS ? t.failure({ code: ERRORS[type as ErrorName], said: description }) : '';
  // texts: robotErrors.*
  return t.found(`robotErrors.${type}.title`) || ours || description || type;
}
