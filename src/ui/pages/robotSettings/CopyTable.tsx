/** What copying changes: a row for each setting, a column for each robot; after sending, what each robot answers. */
import { useSelector } from '@xstate/react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { RobotSettingName, RobotSettings } from '../../../../contract/entities/robotSettings.ts';
import { PRIVACY_POLICY_VERSION, ROBOT_SETTING_NAMES } from '../../../../contract/rules/robotSettings.ts';
import {
  type SettingsCopyRef,
  selectIsCopyBusy,
  selectIsCopySent,
  selectSettingsCopy,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import {
  changeCount,
  copyableNames,
  copyFaults,
  copyNeedsPolicy,
  differencesOf,
  type SettingsCopyContext,
  sourceFault,
} from '../../../machines/robotSettings/settingsCopy.machine.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { FieldError } from '../../kit/FieldError.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { ReportedLine } from '../../kit/later/ReportedLine.tsx';
import { robotName } from '../../robots/robotName.ts';
import { faultText, NAME_KEYS, reportedLine, valueText } from './settingTexts.ts';

const VALUE = 'block max-w-[220px] truncate';

export function CopyTable({ copy, name }: { readonly copy: SettingsCopyRef; readonly name: string }) {
  const t = useT();
  const context = useSelector(copy, selectSettingsCopy);
  const sent = useSelector(copy, selectIsCopySent);
  const { values, targets, failed, picked } = context;
  const robots = useSelector(useFleet(), selectRobots);
  const nameOf = (serialNumber: string): string => {
    const robot = robots.find((one) => one.serialNumber === serialNumber);
    return robot ? robotName(robot) : serialNumber;
  };
  const rows = ROBOT_SETTING_NAMES.filter((setting) =>
    targets.some((target) => differencesOf(context, target).some((one) => one.name === setting)),
  ).filter((setting) =>
    sent
      ? targets.some(({ serialNumber }) => picked[serialNumber]?.includes(setting))
      : targets.some((target) =>
          differencesOf(context, target).some((one) => one.name === setting && one.state === 'differs'),
        ),
  );
  const total = targets.reduce((sum, target) => sum + changeCount(context, target), 0);
  return (
    <Card title={t('robotSettings.copy.title', { name })} note={t('robotSettings.copy.note')} clip>
      {failed.map(({ serialNumber, failure }) => (
        <p key={serialNumber} className="px-4 pb-2">
          <FieldError>{`${nameOf(serialNumber)}: ${t.failure(failure)}`}</FieldError>
        </p>
      ))}
      {rows.length === 0 ? (
        <p className="px-4 pb-3 text-13 text-text-2">{t('robotSettings.copy.same')}</p>
      ) : (
        <div className="table-scroll" tabIndex={0} role="region" aria-label={t('robotSettings.copy.table')}>
          <table className="table">
            <thead>
              <tr>
                <th>{t('robotSettings.copy.setting')}</th>
                <th>{name}</th>
                {targets.map((target) => (
                  <th key={target.serialNumber}>
                    <RobotHead copy={copy} target={target} name={nameOf(target.serialNumber)} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((setting) => (
                <tr key={setting}>
                  <td>{t(NAME_KEYS[setting])}</td>
                  <td>
                    <b className={VALUE}>{valueText(t, setting, values[setting])}</b>
                    <NotCopied context={context} setting={setting} name={name} />
                  </td>
                  {targets.map((target) => (
                    <td key={target.serialNumber}>
                      <Cell copy={copy} target={target} setting={setting} name={nameOf(target.serialNumber)} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <CopyFoot copy={copy} total={total} />
    </Card>
  );
}

interface TargetProps {
  readonly copy: SettingsCopyRef;
  readonly target: RobotSettings;
  readonly name: string;
}

function RobotHead({ copy, target, name }: TargetProps) {
  const t = useT();
  const context = useSelector(copy, selectSettingsCopy);
  const sent = useSelector(copy, selectIsCopySent);
  const { serialNumber, online } = target;
  const differing = copyableNames(context, target).length;
  const count = changeCount(context, target);
  const result = context.results[serialNumber];
  return (
    <span className="grid gap-0.5">
      {sent || differing === 0 ? (
        <b>{name}</b>
      ) : (
        <Checkbox
          label={name}
          checked={count === 0 ? false : count === differing ? true : 'mixed'}
          onChange={() => copy.send({ type: 'copy.pickAll', serialNumber, isPicked: count < differing })}
        />
      )}
      {result ? (
        <FieldError>{t.failure(result)}</FieldError>
      ) : (
        !online && <span className="text-12 font-normal text-text-2">{t('robotSettings.copy.offline')}</span>
      )}
    </span>
  );
}

interface NotCopiedProps {
  readonly context: SettingsCopyContext;
  readonly setting: RobotSettingName;
  readonly name: string;
}

/** Says at the copied robot's value why no robot gets it. */
function NotCopied({ context, setting, name }: NotCopiedProps) {
  const t = useT();
  const fault = sourceFault(context, setting);
  if (fault === null) return null;
  return <FieldError>{t('robotSettings.copy.notCopied', { fault: faultText(t, fault), name })}</FieldError>;
}

function Cell({ copy, target, name, setting }: TargetProps & { readonly setting: RobotSettingName }) {
  const t = useT();
  const now = useServerNow();
  const context = useSelector(copy, selectSettingsCopy);
  const sent = useSelector(copy, selectIsCopySent);
  const { serialNumber } = target;
  const picked = context.picked[serialNumber]?.includes(setting) ?? false;
  const difference = differencesOf(context, target).find((one) => one.name === setting);
  const row = target.settings.find((one) => one.name === setting);
  if (sent && picked && row && context.results[serialNumber] === null)
    return <ReportedLine {...reportedLine(t, row, { now, reportedAt: target.reportedAt })} />;
  if (!difference || difference.state === 'lacks')
    return <span className="text-text-2">{t('robotSettings.copy.lacks')}</span>;
  if (difference.state === 'same') return <span className="text-text-2">{t('robotSettings.copy.sameValue')}</span>;
  const before = valueText(t, setting, difference.to ?? undefined);
  if (sent || sourceFault(context, setting) !== null) return <span className={VALUE}>{before}</span>;
  const fault = copyFaults(context, target)[setting];
  return (
    <span className="flex items-center gap-2">
      <Checkbox
        hideLabel
        label={t('robotSettings.copy.pick', { setting: t(NAME_KEYS[setting]), name })}
        checked={picked}
        onChange={() => copy.send({ type: 'copy.pick', serialNumber, name: setting })}
      />
      <span className="grid min-w-0">
        <span className="flex items-center gap-1">
          <span className={`${VALUE} text-text-2`}>{before}</span>
          {picked && <Icon of={ArrowRight} size={12} />}
          {picked && <b className={VALUE}>{valueText(t, setting, difference.from)}</b>}
        </span>
        {fault && <FieldError>{faultText(t, fault)}</FieldError>}
      </span>
    </span>
  );
}

function CopyFoot({ copy, total }: { readonly copy: SettingsCopyRef; readonly total: number }) {
  const t = useT();
  const context = useSelector(copy, selectSettingsCopy);
  const busy = useSelector(copy, selectIsCopyBusy);
  const sent = useSelector(copy, selectIsCopySent);
  const changed = context.targets.filter((target) => changeCount(context, target) > 0).length;
  const needsPolicy = !sent && copyNeedsPolicy(context);
  const isFaulty = context.targets.some((target) => Object.keys(copyFaults(context, target)).length > 0);
  const refused = Object.values(context.results).some((result) => result !== null);
  const reason =
    total === 0
      ? t('robotSettings.copy.nothing')
      : isFaulty
        ? t('robotSettings.copy.faulty')
        : needsPolicy && !context.acceptsPolicy
          ? t('robotSettings.copy.policyFirst')
          : undefined;
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3">
      {needsPolicy && (
        <span className="flex basis-full flex-wrap items-center gap-2 text-13">
          <Checkbox
            label={t('robotSettings.copy.policy', { version: PRIVACY_POLICY_VERSION })}
            checked={context.acceptsPolicy}
            onChange={(isAccepted) => copy.send({ type: 'copy.acceptPolicy', isAccepted })}
          />
          <a href="/privacy/app" target="_blank" rel="noreferrer">
            {t('robotSettings.policy.open')}
          </a>
        </span>
      )}
      <b className="text-13" role="status">
        {sent
          ? t(refused ? 'robotSettings.copy.partlySent' : 'robotSettings.copy.sent')
          : t('robotSettings.copy.changes', { count: total, robots: changed })}
      </b>
      <span className="flex-1" />
      {sent ? (
        <>
          {refused && (
            <Button onClick={() => copy.send({ type: 'copy.compare' })}>{t('robotSettings.copy.again')}</Button>
          )}
          <Button variant="primary" onClick={() => copy.send({ type: 'copy.close' })}>
            {t('common.done')}
          </Button>
        </>
      ) : (
        <>
          <Button
            variant="ghost"
            disabledReason={busy ? t('robotSettings.copy.sending') : undefined}
            onClick={() => copy.send({ type: 'copy.back' })}
          >
            {t('robotSettings.copy.back')}
          </Button>
          <Button
            variant="ghost"
            disabledReason={busy ? t('robotSettings.copy.sending') : undefined}
            onClick={() => copy.send({ type: 'copy.close' })}
          >
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={reason}
            onClick={() => copy.send({ type: 'copy.send' })}
          >
            {t('robotSettings.copy.send', { count: total })}
          </Button>
        </>
      )}
    </div>
  );
}
