/** Gives a task to other robots of its site: the choice, with what keeps a robot from having it, then each robot's answer. */
import { useSelector } from '@xstate/react';
import { Link } from 'wouter';
import { ERRORS } from '../../../contract/wire/errors.ts';
import { selectRobots } from '../../machines/fleet/fleet.selectors.ts';
import { type Failure, isFailure } from '../../machines/failure.ts';
import { TASK_COPIES_MAX, withoutCopy } from '../../machines/taskCopy/taskCopy.machine.ts';
import {
  selectHasAnswers,
  selectIsChecking,
  selectIsSending,
  selectTaskCopy,
  type TaskCopyRef,
} from '../../machines/taskCopy/taskCopy.selectors.ts';
import { useFleet } from '../hooks/useApp.ts';
import { useT } from '../hooks/useT.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { Dialog } from '../kit/Dialog.tsx';
import { FormDialog } from '../kit/FormDialog.tsx';
import { SearchInput } from '../kit/SearchInput.tsx';
import { SkeletonBlocks } from '../kit/SkeletonBlocks.tsx';
import { CopyTargets } from '../robots/CopyTargets.tsx';
import { robotName } from '../robots/robotName.ts';
import { taskPath } from './taskPath.ts';

export function CopyTaskDialog({ copy }: { readonly copy: TaskCopyRef }) {
  const hasAnswers = useSelector(copy, selectHasAnswers);
  return hasAnswers ? <Answers copy={copy} /> : <Choice copy={copy} />;
}

function Choice({ copy }: { readonly copy: TaskCopyRef }) {
  const t = useT();
  const { name, executeTime: time, chosen } = useSelector(copy, selectTaskCopy);
  const checking = useSelector(copy, selectIsChecking);
  const sending = useSelector(copy, selectIsSending);
  return (
    <FormDialog
      wide
      title={t('schedules.copy.title', { name, time })}
      description={t('schedules.copy.text')}
      submitLabel={t('schedules.copy.send', { count: chosen.length })}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={sending}
      disabledReason={
        checking ? t('schedules.copy.checking') : chosen.length === 0 ? t('shared.chooseRobot') : undefined
      }
      onSubmit={() => copy.send({ type: 'copy.send' })}
      onCancel={() => copy.send({ type: 'copy.close' })}
    >
      {checking ? (
        <SkeletonBlocks shape="rows" count={3} label={t('schedules.copy.checking')} />
      ) : (
        <Robots copy={copy} />
      )}
    </FormDialog>
  );
}

function Robots({ copy }: { readonly copy: TaskCopyRef }) {
  const t = useT();
  const reasonText = useReasonText(copy);
  const { serialNumber: own, search, chosen, checks, failure } = useSelector(copy, selectTaskCopy);
  const robots = useSelector(useFleet(), selectRobots);
  const site = robots.find(({ serialNumber }) => serialNumber === own)?.siteId;
  const others = robots.filter(({ serialNumber, siteId }) => serialNumber !== own && siteId === site);
  const wanted = search.trim().toLowerCase();
  // A chosen robot stays visible, whatever is searched for.
  const shown = others.filter(
    (robot) =>
      chosen.includes(robot.serialNumber) ||
      robotName(robot).toLowerCase().includes(wanted) ||
      robot.serialNumber.toLowerCase().includes(wanted),
  );
  const reasonOf = (serialNumber: string): string | undefined => {
    if (!checks) return undefined;
    const check = checks.find((one) => one.serialNumber === serialNumber);
    // Its relation ended since the list of robots was loaded.
    if (!check) return t('schedules.robot.noChange');
    return check.failure ? reasonText(check.failure) : undefined;
  };
  if (others.length === 0) return <p className="text-13 text-text-2">{t('schedules.copy.none')}</p>;
  return (
    <>
      {failure && (
        <Banner tone="warn" title={t('schedules.copy.unchecked', { reason: t.failure(failure) })}>
          <Button size="s" onClick={() => copy.send({ type: 'copy.check' })}>
            {t('common.retry')}
          </Button>
        </Banner>
      )}
      <SearchInput
        size="s"
        label={t('schedules.copy.search')}
        value={search}
        onChange={(words) => copy.send({ type: 'copy.search', search: words })}
      />
      {shown.length === 0 ? (
        <p className="text-13 text-text-2">{t('schedules.copy.noMatch')}</p>
      ) : (
        <CopyTargets
          robots={shown}
          chosen={chosen}
          full={chosen.length >= TASK_COPIES_MAX ? t('schedules.copy.full', { count: TASK_COPIES_MAX }) : undefined}
          reasonOf={reasonOf}
          onToggle={(serialNumber) => copy.send({ type: 'copy.toggle', serialNumber })}
        />
      )}
    </>
  );
}

/** What keeps a robot from having the task, in the words of the timetable where it has them. */
function useReasonText(copy: TaskCopyRef): (failure: Failure) => string {
  const t = useT();
  const { kind } = useSelector(copy, selectTaskCopy);
  return (failure) => {
    if (isFailure(failure, ERRORS.notAllowed)) return t('schedules.robot.noChange');
    if (isFailure(failure, ERRORS.robotCannot))
      return t(kind === 'disinfection' ? 'schedules.robot.cannotDisinfect' : 'schedules.note.robotCannot');
    if (isFailure(failure, ERRORS.wrongFloor))
      return t(kind === 'disinfection' ? 'schedules.copy.noMap' : 'schedules.note.mapUnknown');
    return t.failure(failure);
  };
}

function Answers({ copy }: { readonly copy: TaskCopyRef }) {
  const t = useT();
  const reasonText = useReasonText(copy);
  const context = useSelector(copy, selectTaskCopy);
  const sending = useSelector(copy, selectIsSending);
  const { name, executeTime: time, answers } = context;
  const robots = useSelector(useFleet(), selectRobots);
  const nameOf = (serialNumber: string): string => {
    const robot = robots.find((one) => one.serialNumber === serialNumber);
    return robot ? robotName(robot) : serialNumber;
  };
  const left = withoutCopy(context).length;
  const close = () => copy.send({ type: 'copy.close' });
  return (
    <Dialog
      open
      wide
      title={t('schedules.copy.title', { name, time })}
      closeLabel={t('common.close')}
      onClose={close}
      foot={
        <>
          {left > 0 && (
            <Button busy={sending} onClick={() => copy.send({ type: 'copy.send' })}>
              {t('schedules.copy.again', { count: left })}
            </Button>
          )}
          <Button variant="primary" onClick={close}>
            {t('common.done')}
          </Button>
        </>
      }
    >
      <ul className="grid gap-1.5 text-13" aria-label={t('schedules.copy.results')} role="status">
        {answers.map(({ serialNumber, taskId, failure }) => (
          <li key={serialNumber} className="flex flex-wrap items-baseline gap-x-2">
            <b>{nameOf(serialNumber)}</b>
            <span className={failure ? 'text-st-alarm-text' : undefined}>
              {failure ? reasonText(failure) : t('schedules.copy.copied')}
            </span>
            {taskId !== '' && <Link href={taskPath(taskId, serialNumber)}>{t('shared.openTheTask')}</Link>}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
