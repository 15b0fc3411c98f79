/** Records of disinfections, and the dialog that starts one (spec 2 "Robot activities"). */
import { useSelector } from '@xstate/react';
import SprayCan from 'lucide-react/icons/spray-can';
import { ERRORS } from '../../../../contract/wire/errors.ts';
import {
  type DisinfectionRecordsRef,
  selectDisinfections,
} from '../../../machines/disinfectionRecords/disinfectionRecords.selectors.ts';
import { disinfectionQuery } from '../../../machines/disinfectionRecords/disinfectionRecordsQuery.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useServerNow } from '../../hooks/useServerNow.ts';
import { useT } from '../../hooks/useT.ts';
import { Button } from '../../kit/Button.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { countText } from '../../lists/countText.ts';
import { ExportButton } from '../../shell/ExportButton.tsx';
import { ListPage } from '../../lists/ListPage.tsx';
import { useListKeys } from '../../lists/useListKeys.ts';
import { PagedList } from '../../shell/PagedList.tsx';
import { useHomeSite } from '../../shell/useHomeSite.ts';
import { DisinfectionDrawer } from './DisinfectionDrawer.tsx';
import { DisinfectionFilters } from './DisinfectionFilters.tsx';
import { DisinfectionTable } from './DisinfectionTable.tsx';
import { factsText } from './disinfectionTexts.ts';
import { StartDialog } from './StartDialog.tsx';

export function DisinfectionRecordsPage({ screen }: { readonly screen: DisinfectionRecordsRef }) {
  const t = useT();
  const now = useServerNow();
  const { timeZone } = useHomeSite();
  const { query, open, total, counts, form, rows } = useSelector(screen, selectDisinfections);
  const robots = useSelector(useFleet(), selectRobots);
  const able = robots.find(({ kind }) => kind === 'disinfection');
  const filtered = disinfectionQuery.isFiltered(query);
  useListKeys({
    ids: rows.map(({ id }) => id),
    open,
    onOpen: (id) => screen.send({ type: 'record.open', id }),
    onClose: () => screen.send({ type: 'record.close' }),
  });
  return (
    <ListPage
      title={t('routes.disinfectionRecords')}
      facts={factsText(t, counts)}
      primary={{
        label: t('disinfectionRecords.start.open'),
        icon: SprayCan,
        disabledReason: able ? undefined : t('disinfectionRecords.start.noRobot'),
        onPress: () => screen.send({ type: 'start.open', serialNumber: able?.serialNumber ?? '' }),
      }}
      actions={
        <ExportButton
          screen={screen}
          label={t('disinfectionRecords.export.start', { count: countText(total) })}
          disabledReason={total === 0 && t('shared.nothingToExport')}
        />
      }
      filters={<DisinfectionFilters screen={screen} timeZone={timeZone} />}
      detail={open !== '' && <DisinfectionDrawer screen={screen} timeZone={timeZone} now={now} />}
      dialogs={form && <StartDialog screen={screen} form={form} />}
    >
      <PagedList
        screen={screen}
        loading="disinfectionRecords.loading"
        failed="disinfectionRecords.failed"
        refusal={(failure) =>
          failure.code === ERRORS.robotForeign
            ? { title: t('shared.noAccessToRecords'), text: t.failure(failure) }
            : null
        }
        empty={
          <StatePanel
            state="empty"
            icon={SprayCan}
            title={t(filtered ? 'disinfectionRecords.noneFound' : 'disinfectionRecords.none')}
            text={filtered ? undefined : t('disinfectionRecords.noneText')}
          >
            {filtered && (
              <Button size="s" onClick={() => screen.send({ type: 'list.show', query: disinfectionQuery.cleared })}>
                {t('shell.clearFilters')}
              </Button>
            )}
          </StatePanel>
        }
      >
        <DisinfectionTable screen={screen} timeZone={timeZone} now={now} />
      </PagedList>
    </ListPage>
  );
}
