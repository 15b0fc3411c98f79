/** Copies the robot's settings to others: the choice of robots, then what would change on each, then their answers. */
import { useSelector } from '@xstate/react';
import {
  type SettingsCopyRef,
  selectIsChoosing,
  selectIsCopyBusy,
  selectSettingsCopy,
} from '../../../machines/robotSettings/robotSettings.selectors.ts';
import { COPY_TARGETS_MAX } from '../../../machines/robotSettings/settingsCopy.machine.ts';
import { selectRobots, selectSites } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Card } from '../../kit/Card.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { CopyTargets } from '../../robots/CopyTargets.tsx';
import { useHasRight } from '../../robots/useHasRight.ts';
import { CopyTable } from './CopyTable.tsx';

export function CopyPane({ copy, name }: { readonly copy: SettingsCopyRef; readonly name: string }) {
  const choosing = useSelector(copy, selectIsChoosing);
  return choosing ? <ChooseRobots copy={copy} name={name} /> : <CopyTable copy={copy} name={name} />;
}

function ChooseRobots({ copy, name }: { readonly copy: SettingsCopyRef; readonly name: string }) {
  const t = useT();
  const { serialNumber: own, chosen, filter, failure } = useSelector(copy, selectSettingsCopy);
  const busy = useSelector(copy, selectIsCopyBusy);
  const mayAdminister = useHasRight('administer');
  const fleet = useFleet();
  const sites = useSelector(fleet, selectSites);
  const robots = useSelector(fleet, selectRobots).filter(
    ({ serialNumber }) => serialNumber !== own && mayAdminister(serialNumber),
  );
  const siteIds = [...new Set(robots.map(({ siteId }) => siteId))];
  const models = [...new Set(robots.map(({ robotModel }) => robotModel))].sort();
  const nameOfSite = (id: string): string => sites.find((one) => one.id === id)?.name ?? id;
  // A chosen robot stays visible, whatever is filtered.
  const shown = robots.filter(
    ({ serialNumber, siteId, robotModel }) =>
      chosen.includes(serialNumber) ||
      ((filter.siteId === '' || siteId === filter.siteId) &&
        (filter.robotModel === '' || robotModel === filter.robotModel)),
  );
  const full =
    chosen.length >= COPY_TARGETS_MAX ? t('robotSettings.copy.full', { count: COPY_TARGETS_MAX }) : undefined;
  return (
    <Card title={t('robotSettings.copy.title', { name })} note={t('robotSettings.copy.choose')}>
      <div className="flex flex-col gap-3 px-4 pb-4">
        {failure && <Banner tone="warn" title={t.failure(failure)} />}
        {robots.length === 0 ? (
          <StatePanel state="empty" title={t('robotSettings.copy.none')} />
        ) : (
          <>
            <div className="flex flex-wrap gap-2">
              <Select
                label={t('shared.site')}
                value={filter.siteId}
                options={[
                  { value: '', label: t('shell.allSites') },
                  ...siteIds.map((value) => ({ value, label: nameOfSite(value) })),
                ]}
                onChange={(siteId) => copy.send({ type: 'copy.filter', filter: { siteId } })}
              />
              <Select
                label={t('shared.model')}
                value={filter.robotModel}
                options={[
                  { value: '', label: t('robotSettings.copy.allModels') },
                  ...models.map((value) => ({ value, label: value })),
                ]}
                onChange={(robotModel) => copy.send({ type: 'copy.filter', filter: { robotModel } })}
              />
            </div>
            <CopyTargets
              robots={shown}
              chosen={chosen}
              full={full}
              onToggle={(serialNumber) => copy.send({ type: 'copy.choose', serialNumber })}
            />
          </>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={() => copy.send({ type: 'copy.close' })}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            busy={busy}
            disabledReason={chosen.length === 0 ? t('robotSettings.copy.need') : undefined}
            onClick={() => copy.send({ type: 'copy.compare' })}
          >
            {t('shared.compareWithRobots', { count: chosen.length })}
          </Button>
        </div>
      </div>
    </Card>
  );
}
