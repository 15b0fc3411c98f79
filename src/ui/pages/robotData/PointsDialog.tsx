/** All points of the robot's site as a list: the alternative to clicking the map. */
import { useSelector } from '@xstate/react';
import MapIcon from 'lucide-react/icons/map';
import Search from 'lucide-react/icons/search';
import type { KeyboardEvent } from 'react';
import type { IndoorMap, MapPoint } from '../../../../contract/entities/map.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { isPointFound } from '../../../machines/robotData/pointSearch.ts';
import { selectKeyword, selectTarget, selectTool } from '../../../machines/robotData/commands.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Problem } from '../../kit/Problem.tsx';
import { RadioButtons } from '../../kit/RadioButtons.tsx';
import { StatePanel } from '../../kit/StatePanel.tsx';
import { TextInput } from '../../kit/TextInput.tsx';
import { pointTarget } from './robotPlace.ts';
import type { RobotPageProps } from './useRobotPage.ts';
import { displacedText } from '../../labels/displacedText.ts';
import { notFoundReason } from './notFoundReason.ts';

const LIST =
  'mt-2 flex max-h-[min(360px,50vh)] flex-col overflow-auto *:grid *:min-h-10 *:flex-none *:grid-cols-[20px_minmax(0,1fr)_auto] *:items-center *:gap-2.5 *:rounded *:px-2.5 *:text-left *:text-13 *:hover:bg-hover *:aria-checked:bg-brand-100 *:aria-checked:text-selected-text *:aria-checked:[--text-2:var(--selected-text-2)] max-desk:*:min-h-11';

interface Row {
  readonly point: MapPoint;
  readonly floor: string;
}

/** By floor in the site's order, the robot's floor first; then by name. */
export function pointRows(maps: readonly IndoorMap[], here: string | undefined, keyword: string): Row[] {
  const floors = [...maps].sort((a, b) => Number(b.id === here) - Number(a.id === here));
  return floors.flatMap(({ floor, points }) =>
    points
      .filter(({ name }) => isPointFound(name, keyword))
      .sort((a, b) => compareNames(a.name, b.name))
      .map((point) => ({ point, floor })),
  );
}

export function PointsDialog(part: RobotPageProps) {
  const { commands } = part;
  const open = useSelector(commands, selectTool) === 'listing';
  return open ? <OpenDialog {...part} /> : null;
}

function OpenDialog({ commands, loaded, live, name, at, whyNot, notifyError }: RobotPageProps) {
  const t = useT();
  const keyword = useSelector(commands, selectKeyword);
  const target = useSelector(commands, selectTarget);
  const displaced = displacedText(t, 'goTo', live, name);
  const rows = pointRows(loaded.maps, live.pose?.mapId, keyword);
  const reason =
    whyNot('goTo') ??
    (target ? notFoundReason(loaded.detail.abilities, live, target, notifyError) : t('robotData.points.chooseText'));
  const isChosen = ({ point }: Row): boolean => point.areaId === target?.areaId;
  const pick = (row: Row | undefined): void => {
    if (row) commands.send({ type: 'target.pick', target: pointTarget(row.point) });
  };
  const onSearchKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    if (!rows.some(isChosen)) pick(rows[0]);
    else if (reason === undefined) commands.send({ type: 'target.confirm', at: at(), replaces: displaced?.kind });
  };
  return (
    <Dialog
      open
      title={t('robotData.points.title', { name })}
      closeLabel={t('common.close')}
      onClose={() => commands.send({ type: 'target.cancel' })}
      foot={
        <>
          {loaded.maps.length > 0 && (
            <Button variant="ghost" icon={MapIcon} onClick={() => commands.send({ type: 'place.start', act: 'goTo' })}>
              {t('robotData.points.onMap')}
            </Button>
          )}
          <Button
            variant="primary"
            disabledReason={reason}
            onClick={() => commands.send({ type: 'target.confirm', at: at(), replaces: displaced?.kind })}
          >
            {!target?.name
              ? t('robotData.points.choose')
              : displaced
                ? t('tasks.displaced.send', {
                    task: displaced.noun,
                    send: t('robotData.target.sendTo', { name, point: target.name }),
                  })
                : t('robotData.target.sendTo', { name, point: target.name })}
          </Button>
        </>
      }
    >
      {displaced && <Problem title={displaced.title} text={displaced.text} />}
      <TextInput
        icon={Search}
        aria-label={t('shared.searchPoints')}
        placeholder={t('shared.searchPoints')}
        value={keyword}
        onChange={(value) => commands.send({ type: 'points.search', keyword: value })}
        onKeyDown={onSearchKey}
      />
      {rows.length === 0 ? (
        <StatePanel state="empty" title={t('shared.noMatchingPoints')} text={t('robotData.points.noneText')} />
      ) : (
        <RadioButtons
          className={LIST}
          label={t('robotData.points.list', { site: loaded.site?.name ?? '' })}
          value={target?.areaId}
          onChange={(areaId) => pick(rows.find(({ point }) => point.areaId === areaId))}
          options={rows.map(({ point, floor }) => ({
            value: point.areaId,
            content: (
              <>
                <PointIcon attribute={point.attributes[0] ?? 'none'} />
                <b className="truncate font-medium">{point.name}</b>
                <span className="text-12 text-text-2">{floor}</span>
              </>
            ),
          }))}
        />
      )}
    </Dialog>
  );
}
