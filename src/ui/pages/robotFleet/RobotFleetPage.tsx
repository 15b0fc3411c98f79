/** All robots of the installation: registered, renewed, moved and retired by account administrators. */
import { useSelector } from '@xstate/react';
import FileDown from 'lucide-react/icons/file-down';
import ListPlus from 'lucide-react/icons/list-plus';
import Plus from 'lucide-react/icons/plus';
import Undo from 'lucide-react/icons/undo-2';
import { ROBOT_KINDS } from '../../../../contract/entities/constants.ts';
import { ROBOT_LIVES } from '../../../../contract/entities/fleetRobot.ts';
import { selectLeaving, selectQuestion } from '../../../machines/factories/recordPage.selectors.ts';
import { type RobotFleetQuery, robotFleetQuery } from '../../../machines/robotFleet/robotFleetQuery.ts';
import {
  type RobotFleetRef,
  selectFleet,
  selectOpened,
  selectUndoable,
} from '../../../machines/robotFleet/robotFleet.selectors.ts';
import { selectIsExporting } from '../../../machines/factories/longJob.ts';
import { newRobot } from '../../../machines/robotFleet/robotForm.machine.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { Chip } from '../../kit/Chip.tsx';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { ListTable } from '../../lists/ListTable.tsx';
import { PagedList } from '../../shell/PagedList.tsx';
import { Question } from '../../shell/Question.tsx';
import { CredentialsDialog } from '../../robotRegistration/CredentialsDialog.tsx';
import { RobotDrawer } from './RobotDrawer.tsx';
import { RobotFormDialog } from './RobotFormDialog.tsx';
import { KIND, LIFE, nameOf } from '../../robotRegistration/robotLabels.ts';
import { useRobotColumns } from './useRobotColumns.tsx';

export function RobotFleetPage({ screen }: { readonly screen: RobotFleetRef }) {
  const t = useT();
  const renamed = useSelector(screen, selectUndoable);
  const { rows, total, counts, sites, manufacturers } = useSelector(screen, selectFleet);
  const exporting = useSelector(screen, selectIsExporting);
  const opened = useSelector(screen, selectOpened);
  const columns = useRobotColumns(screen, opened !== null);
  const [site] = sites;
  const [manufacturer] = manufacturers;
  const noSite = site ? undefined : t('robotFleet.noSite');
  const register = (mode: 'register' | 'batch'): void =>
    screen.send({
      type: 'record.edit',
      fields: newRobot(
        mode,
        sites.length === 1 && site ? site.siteId : '',
        manufacturers.length === 1 && manufacturer ? manufacturer : '',
      ),
    });
  const inUse = counts.neverConnected + counts.notBound + counts.bound;
  return (
    <ListPage
      title={t('routes.robotFleet')}
      facts={
        <>
          {t('robotFleet.facts.robots', { count: inUse })} {t('robotFleet.facts.more', { ...counts })}
        </>
      }
      actions={
        <>
          {exporting && (
            <Button onClick={() => screen.send({ type: 'export.cancel' })}>{t('shared.cancelExport')}</Button>
          )}
          <Button
            icon={FileDown}
            busy={exporting}
            disabledReason={total === 0 ? t('shared.thereIsNothingToExport') : undefined}
            onClick={() => screen.send({ type: 'export.start' })}
          >
            {exporting ? t('shared.exporting') : t('robotFleet.export')}
          </Button>
          <Button icon={ListPlus} disabledReason={noSite} onClick={() => register('batch')}>
            {t('shared.registerMany')}
          </Button>
        </>
      }
      primary={{
        label: t('shared.registerARobot'),
        icon: Plus,
        disabledReason: noSite,
        onPress: () => register('register'),
      }}
      filters={<FleetFilters screen={screen} />}
      detail={opened && <RobotDrawer key={opened.serialNumber} screen={screen} robot={opened} />}
      dialogs={<Dialogs screen={screen} />}
    >
      {renamed && (
        <div className="flex flex-none items-center gap-2 rounded bg-surface-3 py-1 pr-1 pl-3 text-13" role="status">
          <span className="flex-1">{t('robotFleet.done.renamed', { name: nameOf(renamed) })}</span>
          <Button size="s" variant="ghost" icon={Undo} onClick={() => screen.send({ type: 'undo.take' })}>
            {t('shared.undo')}
          </Button>
        </div>
      )}
      <PagedList
        screen={screen}
        loading="shell.loadingRobots"
        failed="robotFleet.failed"
        empty={<NoRobots screen={screen} />}
      >
        <ListTable
          label={t('routes.robotFleet')}
          columns={columns}
          rows={rows}
          idOf={({ serialNumber }) => serialNumber}
          isGone={({ life }) => life === 'retired'}
          current={opened?.serialNumber}
          onOpen={(serialNumber) => screen.send({ type: 'robot.open', serialNumber })}
        />
      </PagedList>
    </ListPage>
  );
}

function FleetFilters({ screen }: { readonly screen: RobotFleetRef }) {
  const t = useT();
  const { query, counts, sites } = useSelector(screen, selectFleet);
  const { text, site, life, kind } = robotFleetQuery.read(query);
  const show = (change: Partial<RobotFleetQuery>): void =>
    screen.send({ type: 'list.show', query: robotFleetQuery.patch(change) });
  const all = ROBOT_LIVES.reduce((sum, each) => sum + counts[each], 0);
  return (
    <Filters
      filtered={robotFleetQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: robotFleetQuery.cleared })}
    >
      <Chip label={t('common.all')} note={all} on={life === ''} onToggle={() => show({ life: '' })} />
      {ROBOT_LIVES.map((each) => (
        <Chip
          key={each}
          label={t(LIFE[each])}
          note={counts[each]}
          on={life === each}
          onToggle={() => show({ life: life === each ? '' : each })}
        />
      ))}
      {sites.length > 1 && (
        <Select
          size="s"
          label={t('shared.site')}
          value={site}
          options={[
            { value: '', label: t('robotFleet.anySite') },
            ...sites.map(({ siteId, siteName }) => ({ value: siteId, label: siteName })),
          ]}
          onChange={(chosen) => show({ site: chosen })}
        />
      )}
      <Select
        size="s"
        label={t('shared.kind')}
        value={kind}
        options={[
          { value: '', label: t('robotFleet.anyKind') },
          ...ROBOT_KINDS.map((value) => ({ value, label: t(KIND[value]) })),
        ]}
        onChange={(chosen) => show({ kind: chosen })}
      />
      <SearchInput size="s" label={t('robotFleet.search')} value={text} onChange={(words) => show({ text: words })} />
    </Filters>
  );
}

function NoRobots({ screen }: { readonly screen: RobotFleetRef }) {
  const t = useT();
  const { query } = useSelector(screen, selectFleet);
  const filtered = robotFleetQuery.isFiltered(query);
  return (
    <StatePanel
      state="empty"
      art="delivery"
      title={t(filtered ? 'shell.noMatchingRobots' : 'shell.noRobotsYet')}
      text={filtered ? undefined : t('robotFleet.noneText')}
    >
      {filtered && (
        <Button size="s" onClick={() => screen.send({ type: 'list.show', query: robotFleetQuery.cleared })}>
          {t('shell.clearFilters')}
        </Button>
      )}
    </StatePanel>
  );
}

function Dialogs({ screen }: { readonly screen: RobotFleetRef }) {
  const t = useT();
  const { task, rows, shown, fields } = useSelector(screen, selectFleet);
  const question = useSelector(screen, selectQuestion);
  const robot = rows.find(({ serialNumber }) => serialNumber === task?.serialNumber);
  const notes = [
    task?.act === 'retire' && t('robotFleet.ask.retire.kept'),
    task?.act === 'retire' && task.charging && t('robotFleet.ask.retire.charging'),
    (task?.act === 'renew' || task?.act === 'revoke') &&
      robot?.simulated === true &&
      robot.demo &&
      t('robotFleet.ask.simulated', { name: nameOf(robot) }),
  ].filter((note) => note !== false && note !== undefined);
  return (
    <>
      <RobotFormDialog screen={screen} />
      <Question question={question} note={notes.length > 0 ? notes.join(' ') : undefined} />
      <CredentialsDialog
        shown={shown}
        name={task?.name || fields?.nameEn || fields?.nameZh || ''}
        onClose={() => screen.send({ type: 'dialog.close' })}
        onSave={() => screen.send({ type: 'archive.save' })}
      />
      <Question question={useSelector(screen, selectLeaving)} cancelLabel={t('shared.leaveRevealed.stay')} />
    </>
  );
}
