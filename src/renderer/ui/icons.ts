/** Line icons on a 20 × 20 grid, drawn for this application. */
export const icons = {
  home: 'M3.5 9 10 3.5 16.5 9v7h-4.5v-4.5h-4V16H3.5z',
  datasets: 'M3.5 3.5h5.5v5.5H3.5zM11 3.5h5.5v5.5H11zM3.5 11h5.5v5.5H3.5zM11 11h5.5v5.5H11z',
  studies: 'M3.5 16.5v-13M3.5 16.5h13M6 6c1 5.5 3.5 7.5 10 8M6.5 11.2c2 2 5 2.3 9.5-4.7',
  embedding:
    'M3.5 16.5v-13M3.5 16.5h13M7 12.5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M8.5 7.5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M12 10.5a1 1 0 1 0 2 0 1 1 0 1 0-2 0M14 5a1 1 0 1 0 2 0 1 1 0 1 0-2 0',
  settings: 'M3.5 6h7M14.5 6h2M3.5 14h2M9.5 14h7M10.5 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M5.5 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0',
  plus: 'M10 4v12M4 10h12',
  folder: 'M2.5 5.5a1 1 0 0 1 1-1h4l2 2h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1z',
  file: 'M5 2.5h6l4 4v11H5zM11 2.5v4h4',
  check: 'M4 10.5l4 4 8-9',
  warning: 'M10 3.5 17.5 16.5h-15zM10 8.5v3.5M10 14.2v.3',
  error: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 1 0 0-14.4M7.3 7.3l5.4 5.4M12.7 7.3l-5.4 5.4',
  info: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 1 0 0-14.4M10 9v4.5M10 6.4v.3',
  play: 'M6 4l10 6-10 6z',
  stop: 'M5 5h10v10H5z',
  pause: 'M5.5 4.5h2.5v11H5.5zM12 4.5h2.5v11H12z',
  clock: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 1 0 0-14.4M10 6v4.3l2.8 1.7',
  download: 'M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13',
  copy: 'M7 7h9.5v9.5H7zM13 7V3.5H3.5V13H7',
  chevron: 'M7.5 4.5 13 10l-5.5 5.5',
  down: 'M5 7.5l5 5 5-5',
  up: 'M10 16V4M5 9l5-5 5 5',
  above: 'M5 12.5l5-5 5 5',
  close: 'M5 5l10 10M15 5 5 15',
  search: 'M8.7 3.2a5.5 5.5 0 1 0 0 11 5.5 5.5 0 1 0 0-11M12.8 12.8l4 4',
  retry: 'M16 4v4h-4M15.6 8A6.3 6.3 0 1 0 16.2 11.5',
  trash: 'M4 5.5h12M8 5.5v-2h4v2M5.5 5.5l.7 11h7.6l.7-11',
  rename: 'M3.5 16.5l.8-3.6 8.8-8.8 2.8 2.8-8.8 8.8z',
} as const;

export type IconName = keyof typeof icons;
