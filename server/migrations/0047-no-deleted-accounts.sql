-- Devices are no longer told that an account was deleted. While the previous release runs beside this one, its `delete`
-- and its hourly cleaning fail without changing anything; both work again in this release.
DROP TABLE deleted_accounts;
