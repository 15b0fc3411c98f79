/** Points of a floor to select for labels: all, by name or by type. */
import { useSelector } from '@xstate/react';
import type { PointAttribute } from '../../../../contract/entities/constants.ts';
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
    <section className="card labels-list" aria-label={t('pointLabels.points')}>
      <div className="labels-find">
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
              { value: 'any', label: t('pointLabels.anyAttribute') },
              ...kinds.map((one) => ({ value: one, label: words(one) })),
            ]}
            onChange={(one) => screen.send({ type: 'points.filter', attribute: one === 'any' ? '' : one })}
          />
        )}
      </div>
      <div className="labels-all">
        <Checkbox
          label={t('pointLabels.all', { count: rows.length })}
          checked={all ? true : tickedHere > 0 ? 'mixed' : false}
          disabledReason={rows.length === 0 ? t('pointLabels.nothing') : undefined}
          onChange={() => screen.send({ type: 'points.tick', ids: rows.map(({ areaId }) => areaId), on: !all })}
        />
        <span role="status">{t('pointLabels.ticked', { count: ticked.length })}</span>
      </div>
      {rows.length === 0 && (
        <p className="labels-none">
          {t(floor?.points.length === 0 ? 'pointLabels.noPoints' : 'pointLabels.nothingFound')}
        </p>
      )}
      <LongList
        className="labels-rows"
        label={t('pointLabels.points')}
        rows={rows}
        keyOf={({ areaId }) => areaId}
        rowPx={ROW_PX}
      >
        {({ areaId, name, attributes }) => (
          <div className={classes('labels-row', shown === areaId && 'labels-row-on')}>
            <Checkbox
              hideLabel
              label={t('pointLabels.tick', { name })}
              checked={on.has(areaId)}
              onChange={() => screen.send({ type: 'point.tick', areaId })}
            />
            <button
              type="button"
              aria-pressed={shown === areaId}
              onClick={() => screen.send({ type: 'point.show', areaId })}
            >
              <PointIcon attribute={attributes[0] ?? 'none'} size={15} />
              <span>{name}</span>
              <em>{attributes.map(words).filter(Boolean).join(' · ')}</em>
            </button>
          </div>
        )}
      </LongList>
    </section>
  );
}
