/** Gives other robots of the site these rules: the choice of robots, then what would change on each. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { alarmRuleChanges } from '../../../../contract/rules/alarmRuleChanges.ts';
import {
  changedTargets,
  type ComparedRules,
  type LoadedRules,
  type RobotRules,
} from '../../../machines/alarmRules/alarmRules.machine.ts';
import {
  type AlarmRulesRef,
  selectAlarmRules,
  selectIsComparing,
  selectIsCopying,
  selectIsCopyOpen,
} from '../../../machines/alarmRules/alarmRules.selectors.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import type { Translate } from '../../hooks/translate.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { FormDialog } from '../../kit/FormDialog.tsx';
import { CopyTargets } from '../../robots/CopyTargets.tsx';
import { robotName } from '../../robots/robotName.ts';
import { useHasRight } from '../../robots/useHasRight.ts';
import { eventChangesText, reachTexts } from './ruleChangeTexts.ts';

interface CopyDialogProps {
  readonly screen: AlarmRulesRef;
  /** Rules are edited and not saved. */
  readonly isChanged: boolean;
}

export function CopyDialog({ screen, isChanged }: CopyDialogProps) {
  const t = useT();
  const { loaded, targets, compared, copyFailure } = useSelector(screen, selectAlarmRules);
  const copying = useSelector(screen, selectIsCopying);
  const comparing = useSelector(screen, selectIsComparing);
  const nameOf = useNameOf();
  if (!useSelector(screen, selectIsCopyOpen) || !loaded) return null;
  const count = compared ? changedTargets(compared).length : 0;
  const reason = compared
    ? count === 0
      ? nothingToCopy(t, compared, nameOf)
      : undefined
    : targets.length === 0
      ? t('shared.chooseRobot')
      : undefined;
  return (
    <FormDialog
      wide
      title={t('alarmRules.copyDialog.title')}
      description={t('alarmRules.copyDialog.text')}
      submitLabel={
        compared ? t('alarmRules.copyDialog.send', { count }) : t('shared.compareWithRobots', { count: targets.length })
      }
      step={compared ? 'send' : 'compare'}
      cancelLabel={t('common.cancel')}
      closeLabel={t('common.close')}
      busy={copying || comparing}
      refusal={copyFailure ? t.failure(copyFailure) : undefined}
      disabledReason={reason}
      onSubmit={() => screen.send({ type: compared ? 'copy.send' : 'copy.compare' })}
      onCancel={() => screen.send({ type: 'copy.close' })}
    >
      {isChanged && <p className="text-13 text-attn-text">{t('alarmRules.copyDialog.unsaved')}</p>}
      {compared ? (
        <Comparison screen={screen} compared={compared} loaded={loaded} />
      ) : (
        <Choice screen={screen} loaded={loaded} />
      )}
    </FormDialog>
  );
}

/** Why there is nothing to copy after the robots were compared. */
function nothingToCopy(t: Translate, { failed }: ComparedRules, nameOf: (serialNumber: string) => string): string {
  return failed.length === 0
    ? t('alarmRules.copyDialog.allSame')
    : t('alarmRules.copyDialog.unread', {
        robots: failed.map(({ serialNumber }) => nameOf(serialNumber)).join(t('shared.listSeparator')),
      });
}

interface ChoiceProps {
  readonly screen: AlarmRulesRef;
  readonly loaded: LoadedRules;
}

/** Contacts belong to a site, and rules are for administrators. */
function Choice({ screen, loaded }: ChoiceProps) {
  const t = useT();
  const { targets } = useSelector(screen, selectAlarmRules);
  const mayAdminister = useHasRight('administer');
  const robots = useSelector(useFleet(), selectRobots);
  const own = robots.find(({ serialNumber }) => serialNumber === loaded.serialNumber);
  const others = robots.filter(
    ({ serialNumber, siteId }) =>
      serialNumber !== loaded.serialNumber && siteId === own?.siteId && mayAdminister(serialNumber),
  );
  if (others.length === 0) return <p className="text-13 text-text-2">{t('alarmRules.copyDialog.none')}</p>;
  return (
    <CopyTargets
      robots={others}
      chosen={targets}
      onToggle={(serialNumber) => screen.send({ type: 'copy.toggle', serialNumber })}
    />
  );
}

function useNameOf(): (serialNumber: string) => string {
  const robots = useSelector(useFleet(), selectRobots);
  return (serialNumber) => {
    const robot = robots.find((one) => one.serialNumber === serialNumber);
    return robot ? robotName(robot) : serialNumber;
  };
}

function Comparison({ screen, compared, loaded }: ChoiceProps & { readonly compared: ComparedRules }) {
  const t = useT();
  const { changedSince } = useSelector(screen, selectAlarmRules);
  const nameOf = useNameOf();
  const { source, targets, failed } = compared;
  const changes = useRef<HTMLDivElement>(null);
  // What would change is read before it is copied: a second press of the same key must not reach the button.
  useEffect(() => {
    const place = changes.current;
    (place?.querySelector<HTMLElement>('h3') ?? place?.querySelector('button'))?.focus();
  }, [compared]);
  return (
    <div ref={changes} className="grid gap-4">
      {changedSince.length > 0 && (
        <Banner
          tone="warn"
          title={t('alarmRules.copyDialog.changedSince', {
            robots: changedSince.map(nameOf).join(t('shared.listSeparator')),
          })}
        />
      )}
      {targets.map((target) => (
        <TargetChanges
          key={target.serialNumber}
          name={nameOf(target.serialNumber)}
          source={source}
          target={target}
          loaded={loaded}
        />
      ))}
      {failed.map(({ serialNumber, failure }) => (
        <FieldError key={serialNumber}>{`${nameOf(serialNumber)}: ${t.failure(failure)}`}</FieldError>
      ))}
      <div>
        <Button size="s" onClick={() => screen.send({ type: 'copy.back' })}>
          {t('alarmRules.copyDialog.others')}
        </Button>
      </div>
    </div>
  );
}

interface TargetChangesProps {
  readonly name: string;
  readonly source: RobotRules;
  readonly target: RobotRules;
  readonly loaded: LoadedRules;
}

function TargetChanges({ name, source, target, loaded: { roles, contacts } }: TargetChangesProps) {
  const t = useT();
  const changed = alarmRuleChanges(target.rules, source.rules, contacts);
  return (
    <section aria-label={t('alarmRules.copyDialog.changes', { robot: name })}>
      <h3 tabIndex={-1} className="text-13 font-semibold text-heading">
        {name}
      </h3>
      {changed.length === 0 ? (
        <p className="text-13 text-text-2">{t('alarmRules.copyDialog.same')}</p>
      ) : (
        <ul className="text-13">
          {changed.map((one) => (
            <li key={one.event} className="border-b border-line py-1.5 last:border-0">
              {eventChangesText(t, one, roles)}
              {reachTexts(t, one.reach, contacts).map((text) => (
                <span key={text} className="block text-12 text-text-2">
                  {text}
                </span>
              ))}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
