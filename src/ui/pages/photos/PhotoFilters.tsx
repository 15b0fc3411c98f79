/** Filters of the library, all kept in the URL, and the grouping. */
import { useSelector } from '@xstate/react';
import { LIBRARY_KINDS, MEDIA_GROUPINGS, MEDIA_SOURCES } from '../../../../contract/rules/mediaLibrary.ts';
import { selectRobots } from '../../../machines/fleet/fleet.selectors.ts';
import { compareNames } from '../../../machines/nameCollator.ts';
import { type PhotosRef, selectPhotos } from '../../../machines/photos/photos.selectors.ts';
import { PHOTO_DAYS, type PhotoQuery, photosQuery } from '../../../machines/photos/photosQuery.ts';
import { useFleet } from '../../hooks/useApp.ts';
import { useT } from '../../hooks/useT.ts';
import { FilterChip } from '../../kit/FilterChip.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { Filters } from '../../lists/Filters.tsx';
import { type RangeDays, RangePicker } from '../../lists/RangePicker.tsx';
import { SOURCE_KEYS } from './photoTexts.ts';

const KINDS = { '': 'common.all', photo: 'shared.photos', video: 'photos.kind.videos' } as const;
const GROUPINGS = { day: 'photos.group.day', robot: 'common.robot', place: 'shared.place' } as const;

export function PhotoFilters({ screen, timeZone }: { readonly screen: PhotosRef; readonly timeZone: string }) {
  const t = useT();
  const { query, overview } = useSelector(screen, selectPhotos);
  const robots = [...useSelector(useFleet(), selectRobots)].sort((a, b) =>
    compareNames(a.robotNickName, b.robotNickName),
  );
  const read = photosQuery.read(query);
  const show = (change: Partial<PhotoQuery>): void =>
    screen.send({ type: 'list.show', query: photosQuery.patch(change) });
  const nameOf = (serialNumber: string): string =>
    robots.find((robot) => robot.serialNumber === serialNumber)?.robotNickName || serialNumber;
  return (
    <Filters
      filtered={photosQuery.isFiltered(query)}
      onClear={() => screen.send({ type: 'list.show', query: photosQuery.cleared })}
    >
      <SegmentedControl
        size="s"
        label={t('shared.kind')}
        value={read.kind}
        options={(['', ...LIBRARY_KINDS] as const).map((value) => ({ value, label: t(KINDS[value]) }))}
        onChange={(kind) => show({ kind })}
      />
      <Select
        size="s"
        label={t('common.robot')}
        value=""
        options={[
          { value: '', label: t('photos.filter.anyRobot') },
          ...robots
            .filter(({ serialNumber }) => !read.robots.includes(serialNumber))
            .map(({ serialNumber, robotNickName }) => ({ value: serialNumber, label: robotNickName || serialNumber })),
        ]}
        onChange={(serialNumber) => {
          if (serialNumber !== '') show({ robots: [...read.robots, serialNumber] });
        }}
      />
      {read.robots.map((serialNumber) => (
        <FilterChip
          key={serialNumber}
          name={t('common.robot')}
          value={nameOf(serialNumber)}
          removeLabel={t('shared.removeName', { name: nameOf(serialNumber) })}
          onRemove={() => show({ robots: read.robots.filter((one) => one !== serialNumber) })}
        />
      ))}
      <Select
        size="s"
        label={t('shared.place')}
        value={read.place}
        options={[
          { value: '', label: t('photos.filter.anyPlace') },
          ...(overview?.places ?? []).map(({ areaId, name }) => ({ value: areaId, label: name || areaId })),
          ...(read.place !== '' && !overview?.places.some(({ areaId }) => areaId === read.place)
            ? [{ value: read.place, label: read.place }]
            : []),
        ]}
        onChange={(place) => show({ place })}
      />
      <Select
        size="s"
        label={t('photos.filter.source')}
        value={read.source}
        options={[
          { value: '' as const, label: t('photos.filter.anySource') },
          ...MEDIA_SOURCES.map((value) => ({ value, label: t(SOURCE_KEYS[value]) })),
        ]}
        onChange={(source) => show({ source })}
      />
      <RangePicker
        value={{ days: read.days, from: read.from, until: read.until }}
        choices={['', ...PHOTO_DAYS]}
        timeZone={timeZone}
        onChange={({ days, from, until }) => show({ days: asDays(days), from, until })}
      />
      <SegmentedControl
        size="s"
        label={t('photos.group.name')}
        value={read.groupBy}
        options={MEDIA_GROUPINGS.map((value) => ({ value, label: t(GROUPINGS[value]) }))}
        onChange={(groupBy) => show({ groupBy })}
      />
    </Filters>
  );
}

const asDays = (days: RangeDays): PhotoQuery['days'] => PHOTO_DAYS.find((one) => one === days) ?? '';
