-- How often something served somebody, by day (UTC) and kind. Names nobody.
CREATE TABLE client_counts (
  day date NOT NULL,
  kind text NOT NULL,
  times int NOT NULL,
  PRIMARY KEY (day, kind)
);
