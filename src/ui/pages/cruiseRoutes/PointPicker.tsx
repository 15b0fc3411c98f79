/** Picks map points by name: the keyboard alternative to clicking the map. */
import { useSelector } from '@xstate/react';
import Search from 'lucide-react/icons/search';
import { useMemo } from 'react';
import { type RouteEditorRef, selectRoute } from '../../../machines/cruiseRoutes/cruiseRoutes.selectors.ts';
import { placeOf } from '../../../machines/cruiseRoutes/draft.ts';
import { useT } from '../../hooks/useT.ts';
import { PointIcon } from '../../icons/PointIcon.tsx';
import { Button } from '../../kit/Button.tsx';
import { TextInput } from '../../kit/TextInput.tsx';

const MOST = 60;

export function PointPicker({ editor }: { readonly editor: RouteEditorRef }) {
  const t = useT();
  const { points, draft, keyword, replacing, insertAt } = useSelector(editor, selectRoute);
  const found = useMemo(() => {
    const wanted = keyword.trim().toLowerCase();
    const order = new Intl.Collator(undefined, { numeric: true });
    return points
      .filter(({ name }) => name.toLowerCase().includes(wanted))
      .sort((a, b) => order.compare(a.name, b.name));
  }, [points, keyword]);
  const numbersOf = (areaId: string): string =>
    draft.stops.flatMap((stop, at) => (stop.areaId === areaId ? [at + 1] : [])).join(', ');
  const title =
    replacing === null
      ? t('cruiseRoutes.picker.add')
      : t('cruiseRoutes.picker.replace', { number: placeOf(draft, replacing) + 1 });
  return (
    <section className="cruise-picker" aria-label={title}>
      <div className="cruise-picker-head">
        <b>{title}</b>
        <Button size="s" variant="ghost" onClick={() => editor.send({ type: 'points.close' })}>
          {t('cruiseRoutes.picker.done')}
        </Button>
      </div>
      {replacing === null && insertAt !== null && (
        <p className="cruise-picker-none">{t('cruiseRoutes.insertAt', { number: insertAt + 1 })}</p>
      )}
      <TextInput
        // eslint-disable-next-line jsx-a11y/no-autofocus -- the picker is opened to type in it
        autoFocus
        size="s"
        type="search"
        icon={Search}
        value={keyword}
        aria-label={t('cruiseRoutes.picker.search')}
        placeholder={t('cruiseRoutes.picker.search')}
        onChange={(words) => editor.send({ type: 'points.search', keyword: words })}
        onKeyDown={(event) => {
          const [first] = found;
          if (event.key === 'Enter' && first && !event.nativeEvent.isComposing)
            editor.send({ type: 'point.pick', areaId: first.areaId });
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          editor.send({ type: 'points.close' });
        }}
      />
      {found.length === 0 && (
        <p className="cruise-picker-none">
          {t(points.length === 0 ? 'cruiseRoutes.picker.noPoints' : 'cruiseRoutes.picker.none')}
        </p>
      )}
      <ul className="cruise-picker-list">
        {found.slice(0, MOST).map(({ areaId, name, attributes }) => {
          const numbers = numbersOf(areaId);
          return (
            <li key={areaId}>
              <button type="button" onClick={() => editor.send({ type: 'point.pick', areaId })}>
                <PointIcon attribute={attributes[0] ?? 'none'} size={15} />
                <span>{name}</span>
                {numbers && <em>{t('cruiseRoutes.picker.stopsAt', { numbers })}</em>}
              </button>
            </li>
          );
        })}
      </ul>
      {found.length > MOST && (
        <p className="cruise-picker-none">{t('cruiseRoutes.picker.more', { count: found.length - MOST })}</p>
      )}
    </section>
  );
}
