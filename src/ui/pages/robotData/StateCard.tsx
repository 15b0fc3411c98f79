/** State reported by the robot: problems with advice, position, mode, emergency stop, software. */
import type { ReactNode } from 'react';
import type { RobotLive } from '../../../../contract/entities/robot.ts';
import { useT } from '../../hooks/useT.ts';
import { classes } from '../../kit/classes.ts';
import { Problem } from '../../kit/Problem.tsx';
import { StaleValue } from '../../kit/StaleValue.tsx';
import { problemText } from '../../labels/taskText.ts';
import { ConformanceLink } from './ConformanceLink.tsx';
import { Spoken } from './Spoken.tsx';
import { roomNameAt } from './robotPlace.ts';
import type { RobotPageProps } from './useRobotPage.ts';

const MODE = {
  AUTOMATIC: 'robotData.state.modes.AUTOMATIC',
  SEMIAUTOMATIC: 'robotData.state.modes.SEMIAUTOMATIC',
  MANUAL: 'robotData.state.modes.MANUAL',
  SERVICE: 'robotData.state.modes.SERVICE',
  TEACHIN: 'robotData.state.modes.TEACHIN',
} as const satisfies Record<RobotLive['mode'], string>;
const E_STOP = {
  NONE: 'robotData.state.eStops.NONE',
  AUTOACK: 'robotData.state.eStops.pressed',
  MANUAL: 'robotData.state.eStops.pressed',
  REMOTE: 'robotData.state.eStops.REMOTE',
} as const satisfies Record<RobotLive['eStop'], string>;
const PER_CENT = 100;
/** The shadow at the bottom ends with the text: the upper background scrolls with it and covers the shadow. */
const CARD =
  'min-h-0 overflow-auto p-2 [background:linear-gradient(to_top,var(--surface)_40%,transparent)_bottom/100%_32px_no-repeat_local,linear-gradient(to_top,var(--line),transparent)_bottom/100%_12px_no-repeat_scroll,var(--surface)] max-desk:flex-none desk:order-2 desk:flex-1 desk:low:flex-[1_0_112px] [&>:not(dl)]:mb-2';

export function StateCard(part: RobotPageProps) {
  const t = useT();
  const { live, loaded, now, age, stale } = part;
  const dash = t('shared.dash');
  const position = !live.located
    ? t('robotData.state.notLocated')
    : live.localization === null
      ? t('robotData.state.located')
      : t('robotData.state.locatedScore', { percent: Math.round(live.localization * PER_CENT) });
  const map = loaded.maps.find(({ id }) => id === live.pose?.mapId);
  const place =
    map && live.pose ? [map.floor, roomNameAt(map, live.pose.x, live.pose.y)].filter(Boolean).join(' · ') : dash;
  const mode =
    live.mode === 'MANUAL' && live.leaseHolder
      ? t('robotData.state.byHand', { name: live.leaseHolder })
      : t(MODE[live.mode]);
  const fact = (label: string, value: ReactNode, isLive = true) => (
    <div>
      <dt>{label}</dt>
      <dd className="overflow-hidden text-ellipsis">
        {isLive ? (
          <StaleValue stale={stale} label={live.at === null ? undefined : age(now - live.at)}>
            {value}
          </StaleValue>
        ) : (
          value
        )}
      </dd>
    </div>
  );
  return (
    // Focusable because it scrolls in low windows: keyboard users must reach it.
    <section className={classes('card', CARD)} aria-label={t('common.status')} tabIndex={0}>
      <Problems {...part} />
      <dl className="facts px-1.5 py-0.5">
        {fact(t('robotData.state.position'), position)}
        {fact(t('robotData.state.place'), place)}
        {fact(t('shared.mode'), mode)}
        {fact(t('robotData.state.emergencyStop'), t(E_STOP[live.eStop]))}
        {fact(t('robotData.state.software'), loaded.detail.softwareVersion || dash, false)}
        {fact(
          t('robotData.state.running'),
          loaded.runningSince === null ? dash : age(now - loaded.runningSince),
          false,
        )}
      </dl>
      <Spoken {...part} />
      <ConformanceLink serialNumber={live.serialNumber} />
    </section>
  );
}

/** Fatal problems first, then the newest; each with advice from the console's texts, else from the robot. */
export function Problems({ live, time }: RobotPageProps) {
  const t = useT();
  const problems = [...live.problems].sort(
    (a, b) => Number(b.level === 'FATAL') - Number(a.level === 'FATAL') || b.since - a.since,
  );
  return problems.map((problem) => {
    // texts: robotErrors.*
    const hint = t.found(`robotErrors.${problem.type}.hint`) || problem.hint || problem.description;
    const since = time(problem.since);
    return (
      <Problem
        key={problem.type}
        fatal={problem.level === 'FATAL'}
        title={problemText(t, problem)}
        text={
          hint ? t('robotData.state.since', { time: since, hint }) : t('robotData.state.sinceOnly', { time: since })
        }
      />
    );
  });
}
