/** Points of a floor to select for labels: all, by name or by type. */
import { useSelector } from '@xstate/react';
import type { PointAttribute } from '../../../../contract/entities/robotConstants.ts';
import {
  type PointLabelsRef,
  attributesOn,
  floorIn,
  listed,
  selectLabels,
  shownPoint,
} from '../../../machines/pointLabels/pointLabels.selectors.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { classes } from '../../kit/classes.ts';
import { SearchInput } from '../../kit/SearchInput.tsx';
import { Select } from '../../kit/Select.tsx';
import { LongList } from '../../shell/LongList.tsx';
import { POINT_ATTRIBUTE_KEYS } from '../../labels/pointLocaleKeys.ts';

const ROW_PX = 40;
type Choice = PointAttribute | 'any';

export function LabelPoints({ screen }: { readonly screen: PointLabelsRef }) {
  const t = useT();
  const context = useSelector(screen, selectLabels);
  const { keyword, attribute, ticked } = context;
  const floor = floorIn(context);
  const rows = listed(context);
  const shown = shownPoint(context)?.areaId ?? null;
  const on = new Set(ticked);
  const tickedHere = rows.filter(({ areaId }) => on.has(areaId)).length;
  const all = rows.length > 0 && tickedHere === rows.length;
  const kinds = floor ? attributesOn(floor) : [];
  const words = (one: PointAttribute): string => (one === 'none' ? '' : t(POINT_ATTRIBUTE_KEYS[one]));
  return (
    <section className="card flex min-h-0 flex-col overflow-hidden" aria-label={t('common.points')}>
      <div className="flex gap-2 px-4 pt-3 pb-2 *:first:min-w-0 *:first:flex-1 max-desk:flex-wrap">
        <SearchInput
          label={t('pointLabels.search')}
          value={keyword}
          onChange={(text) => screen.send({ type: 'points.search', keyword: text })}
        />
        {kinds.length > 0 && (
          <Select<Choice>
            label={t('pointLabels.attribute')}
            value={attribute === '' ? 'any' : attribute}
            options={[
              { value: 'any', label: t('shared.allTypes') },
              ...kinds.map((one) => ({ value: one, label: words(one) })),
            ]}
            onChange={(one) => screen.send({ type: 'points.filter', attribute: one === 'any' ? '' : one })}
          />
        )}
      </div>
      <div className="flex min-h-10 items-center justify-between gap-3 border-b border-line px-4 text-13 text-text-2 max-desk:min-h-11 [&>.check]:self-stretch max-desk:[&>.check]:min-w-11">
        <Checkbox
          label={t('pointLabels.all', { count: rows.length })}
          checked={all ? true : tickedHere > 0 ? 'mixed' : false}
          disabledReason={rows.length === 0 ? t('pointLabels.nothing') : undefined}
          onChange={() => screen.send({ type: 'points.tick', ids: rows.map(({ areaId }) => areaId), on: !all })}
        />
        <span role="status">{ticked.length > 0 && t('pointLabels.ticked', { count: ticked.length })}</span>
      </div>
      {rows.length === 0 && (
        <p className="p-4 text-13 text-text-2">
          {t(floor?.points.length === 0 ? 'pointLabels.noPoints' : 'pointLabels.nothingFound')}
        </p>
      )}
      <LongList
        className="min-h-0 flex-1 overflow-auto max-desk:max-h-[55dvh]"
        label={t('common.points')}
        rows={rows}
        keyOf={({ areaId }) => areaId}
        rowPx={ROW_PX}
      >
        {({ areaId, name, attributes }) => (
          <div
            className={classes(
              'flex min-h-10 items-center max-desk:min-h-11 [&>.check]:self-stretch [&>.check]:pl-4 max-desk:[&>.check]:min-w-11',
              shown === areaId && 'bg-brand-100 [--text-2:var(--selected-text-2)]',
            )}
          >
            <Checkbox
              hideLabel
              label={t('shared.selectName', { name })}
              checked={on.has(areaId)}
              onChange={() => screen.send({ type: 'point.tick', areaId })}
            />
            <button
              type="button"
              className="flex min-h-10 min-w-0 flex-1 items-center gap-2 pr-4 pl-2.5 text-left text-13 text-text hover:bg-hover focus-visible:[box-shadow:inset_0_0_0_2px_var(--focus)] max-desk:min-h-11"
              aria-pressed={shown === areaId}
              onClick={() => screen.send({ type: 'point.show', areaId })}
            >
              <PointIcon attribute={attributes[0] ?? 'none'} size={15} />
              <span className="truncate">{name}</span>
              <em className="ml-auto flex-none text-12 text-text-2 not-italic">
                {attributes.map(words).filter(Boolean).join(' · ')}
              </em>
            </button>
          </div>
        )}
      </LongList>
    </section>
  );
}
