/**
 * Dialog that starts a route run: robot, and once or in a loop. Unavailable robots show a reason. It is rendered while
 * the machine is choosing or starting, so a page only includes it:
 *
 *   drive.send({ type: 'routeRun.choose', route: { pathId, pathName, mapId, missing } });   // the child `routeRun` of the page's machine
 *   <RouteRunStartDialog drive={drive} estimate={estimate} />
 */
import { useSelector } from '@xstate/react';
import Play from 'lucide-react/icons/play';
import { CYCLE_TYPES } from '../../../contract/entities/robotConstants.ts';
import type { RouteEstimate } from '../../../contract/rules/cruiseEstimate.ts';
import { CRUISE_CHARGE_BELOW } from '../../../contract/rules/limits.ts';
import { ROUNDS_MAX } from '../../../contract/rules/schedule/scheduleLimits.ts';
import { areRoundsWrong, type RouteToRun } from '../../machines/routeRun/routeRun.machine.ts';
import {
  type RouteRunRef,
  selectChoice,
  selectIsChoosing,
  selectIsPreparing,
  selectIsSlow,
  selectIsStarting,
} from '../../machines/routeRun/routeRun.selectors.ts';
import { useT } from '../hooks/useT.ts';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { Field } from '../kit/Field.tsx';
import { Problem } from '../kit/Problem.tsx';
import { SegmentedControl } from '../kit/SegmentedControl.tsx';
import { TextInput } from '../kit/TextInput.tsx';
import { RobotList } from './RobotList.tsx';
import { type Candidate, useCandidates } from './useCandidates.ts';

export interface RouteRunStartDialogProps {
  readonly run: RouteRunRef;
  /** Estimated battery use of a round, if known. */
  readonly estimate?: Pick<RouteEstimate, 'battery'> | null | undefined;
}

export function RouteRunStartDialog({ run, estimate = null }: RouteRunStartDialogProps) {
  const choosing = useSelector(run, selectIsChoosing);
  const { wanted } = useSelector(run, selectChoice);
  return choosing && wanted ? <StartDialog run={run} route={wanted} estimate={estimate} /> : null;
}

const CYCLE = { single: 'routeRun.start.single', loop: 'shared.loop' } as const;
const CYCLE_TEXT = { single: 'routeRun.start.singleText', loop: 'routeRun.start.loopText' } as const;

interface StartDialogProps {
  readonly run: RouteRunRef;
  readonly route: RouteToRun;
  readonly estimate: Pick<RouteEstimate, 'battery'> | null;
}

function StartDialog({ run, route, estimate }: StartDialogProps) {
  const t = useT();
  const { serialNumber, cycleType, rounds, terms, failure } = useSelector(run, selectChoice);
  const preparing = useSelector(run, selectIsPreparing);
  const starting = useSelector(run, selectIsStarting);
  const slow = useSelector(run, selectIsSlow);
  const { site, candidates } = useCandidates(run, route);
  const chosen = candidates.find((each) => each.serialNumber === serialNumber);
  const name = chosen?.name ?? '';
  const cancel = () => run.send({ type: 'choice.cancel' });
  const wrongRounds = areRoundsWrong({ cycleType, rounds })
    ? t('routeRun.start.roundsFault', { most: ROUNDS_MAX })
    : undefined;
  const blocked =
    wrongRounds ??
    (route.missing.length > 0
      ? t('routeRun.start.missing', { count: route.missing.length })
      : !chosen
        ? t('shared.selectARobotFirst')
        : preparing
          ? t('routeRun.start.checking', { name })
          : (chosen.obstacle ??
            (terms
              ? undefined
              : failure
                ? t('routeRun.start.unchecked', { name, reason: t.failure(failure) })
                : t('shared.selectARobotFirst'))));
  const route_ = { route: route.pathName };
  return (
    <Dialog
      open
      wide
      title={t('routeRun.start.title', route_)}
      description={t('routeRun.start.about')}
      closeLabel={t('common.close')}
      onClose={cancel}
      foot={
        <>
          <Button onClick={cancel}>{t(starting ? 'shared.stopWaiting' : 'common.cancel')}</Button>
          <Button
            variant="primary"
            icon={Play}
            busy={starting}
            disabledReason={blocked}
            onClick={() => run.send({ type: 'routeRun.start', replaces: chosen?.displaced?.kind })}
          >
            {chosen?.displaced
              ? t('tasks.displaced.start', { ...route_, task: chosen.displaced.noun })
              : t('routeRun.start.accept', route_)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {route.missing.length > 0 && (
          <Problem fatal title={t('routeRun.start.missing', { count: route.missing.length })} text="" />
        )}
        <RobotList
          site={site}
          candidates={candidates}
          chosen={serialNumber}
          onPick={(picked) => run.send({ type: 'robot.pick', serialNumber: picked })}
        />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-12 text-text-2">
          <SegmentedControl
            label={t('routeRun.start.how')}
            value={cycleType}
            options={CYCLE_TYPES.map((value) => ({ value, label: t(CYCLE[value]) }))}
            onChange={(value) => run.send({ type: 'cycle.pick', cycleType: value })}
          />
          <p>{t(CYCLE_TEXT[cycleType])}</p>
        </div>
        {cycleType === 'loop' && (
          <Field label={t('shared.rounds')} hint={t('routeRun.start.roundsHint')} error={wrongRounds}>
            <TextInput
              size="s"
              inputMode="numeric"
              value={rounds}
              onChange={(text) => run.send({ type: 'cycle.pick', cycleType, rounds: text.trim() })}
            />
          </Field>
        )}
        {chosen?.displaced && <Problem title={chosen.displaced.title} text={chosen.displaced.text} />}
        <div aria-live="polite" className="grid justify-items-start gap-2 text-13 text-text-2 empty:hidden">
          {starting ? (
            <p>{t(slow ? 'routeRun.start.slow' : 'routeRun.start.sending', { name })}</p>
          ) : preparing ? (
            <p>{t('routeRun.start.checking', { name })}</p>
          ) : failure && terms ? (
            <Problem fatal title={t('routeRun.start.refused', { name, reason: '' })} text={t.failure(failure)} />
          ) : failure ? (
            <>
              <Problem title={t('routeRun.start.unchecked', { name, reason: '' })} text={t.failure(failure)} />
              <Button size="s" onClick={() => run.send({ type: 'robot.pick', serialNumber })}>
                {t('routeRun.start.again')}
              </Button>
            </>
          ) : (
            <Short candidate={chosen} needed={estimate?.battery ?? null} />
          )}
        </div>
      </div>
    </Dialog>
  );
}

/** Warning if the robot's battery gets low during the run. */
function Short({ candidate, needed }: { readonly candidate: Candidate | undefined; readonly needed: number | null }) {
  const t = useT();
  if (
    !candidate ||
    candidate.obstacle ||
    needed === null ||
    candidate.battery === null ||
    candidate.battery - needed >= CRUISE_CHARGE_BELOW
  )
    return null;
  return (
    <Problem
      title={t('routeRun.start.batteryShort', { needed: Math.max(1, Math.round(needed)), name: candidate.name })}
      text=""
    />
  );
}
